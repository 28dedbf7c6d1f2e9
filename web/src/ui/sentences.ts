/** Parts of a message that come from elsewhere, each as a sentence of its own. */
export const sentences = (...parts: readonly string[]): string =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (/[.?!:…]$/.test(part) ? part : `${part}.`))
    .join(' ');
