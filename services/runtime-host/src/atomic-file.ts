import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';

/** A reader sees the old file or the new one, never half of either. */
export function writeFileAtomic(path: string, content: string, { mode = 0o600, sync = false } = {}): void {
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  const fd = openSync(temporary, 'wx', mode);
  try {
    writeSync(fd, content);
    if (sync) fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(temporary, path);
}

/** The parsed file, or null when it is not there or not JSON. */
export function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** The token in `path`, made (0600) if there is none. Two processes may ask at once: the first one's counts. */
export function readOrMakeToken(path: string): string {
  try {
    writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const token = readFileSync(path, 'utf8').trim();
  if (token !== '') return token;
  // Empty: the other process has made the file and is about to write it, or died there.
  writeFileAtomic(path, randomBytes(32).toString('hex'));
  return readFileSync(path, 'utf8').trim();
}
