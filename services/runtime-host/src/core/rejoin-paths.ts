/** Longer names exist, but not on the way to a program. */
const MAX_WORDS = 8;

/**
 * Words of a command line that was printed without its quotes. A program, or the script of an interpreter, whose path
 * holds spaces is put together again: the shortest that is there on disk.
 */
export function rejoinPaths(words: readonly string[], isThere: (path: string) => boolean): string[] {
  const joined = [...words];
  for (const at of [0, 1]) {
    const first = joined[at];
    if (first === undefined || !first.startsWith('/') || isThere(first)) continue;
    for (let count = 2; count <= MAX_WORDS && at + count <= joined.length; count++) {
      const path = joined.slice(at, at + count).join(' ');
      if (!isThere(path)) continue;
      joined.splice(at, count, path);
      break;
    }
  }
  return joined;
}
