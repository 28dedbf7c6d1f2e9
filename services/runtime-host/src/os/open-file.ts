import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const NEWLINE = 10;

/**
 * To be read, and closed by the caller. Gone meanwhile, not ours to read, or no file: null. A hook may name any path:
 * opening a pipe must not wait for its writer.
 */
export function openFile(path: string): number | null {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  if (fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  return null;
}

/** The first line, when it has an end within `maxBytes`; null: not there, or not yet. */
export function firstLine(path: string, maxBytes: number): string | null {
  const fd = openFile(path);
  if (fd === null) return null;
  try {
    const bytes = Buffer.allocUnsafe(maxBytes);
    const count = readSync(fd, bytes, 0, maxBytes, 0);
    const end = bytes.subarray(0, count).indexOf(NEWLINE);
    return end < 0 ? null : bytes.toString('utf8', 0, end);
  } finally {
    closeSync(fd);
  }
}
