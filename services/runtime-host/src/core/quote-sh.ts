/** One word for any POSIX-like shell, taken literally whatever it holds. */
export const quoteSh = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
