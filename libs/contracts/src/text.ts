/** Cuts without leaving half a character behind: neither UTF-8 nor Postgres' jsonb can hold one. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

// eslint-disable-next-line no-control-regex -- NUL is what is looked for
const UNSTORABLE = /[\u0000\p{Surrogate}]/u;

/** Whether it can be kept as it is: without NUL and without half characters. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);
