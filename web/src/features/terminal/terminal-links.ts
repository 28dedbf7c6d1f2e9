/** The address if it leads to the web; anything else in a terminal is no link. */
export function webAddress(text: string): string | null {
  try {
    const url = new URL(text);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}

/** The page that opens can neither reach ours nor learn where it was opened from. */
export const openAddress = (address: string): void => void window.open(address, '_blank', 'noopener,noreferrer');
