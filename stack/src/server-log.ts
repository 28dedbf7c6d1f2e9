import { openSync, renameSync, statSync } from 'node:fs';
import { readTextFile } from './home.js';

/** Ten megabytes are weeks of what these servers have to say. */
const MOST_BYTES = 10_000_000;

/** A file descriptor to append to, for a child; the log before the last one is dropped. */
export const openServerLog = (path: string): number => {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MOST_BYTES) renameSync(path, `${path}.1`);
  return openSync(path, 'a', 0o600);
};

export const lastLines = (path: string, count = 5): string => {
  const lines = (readTextFile(path) ?? '').trimEnd().split('\n').slice(-count);
  return lines.map((line) => `  ${line}`).join('\n');
};
