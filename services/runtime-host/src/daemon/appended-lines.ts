import { closeSync, fstatSync, readSync } from 'node:fs';
import { openFile } from '../os/open-file.js';
import { statsOf } from '../os/stats-of.js';

/** Read at once, and at most in one look: other files wait meanwhile. */
const CHUNK_BYTES = 256 * 1024;
const MAX_LOOK_BYTES = 8 * 1024 * 1024;
/** A longer line is passed over: none that matters here comes near. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
const NEWLINE = 10;

export interface AppendedLines {
  /** What was appended since the last look, whole lines only. */
  look(): string[];
}

interface Options {
  path: string;
  /** Bytes before the end to begin with when the file is there already. */
  tailBytes: number;
}

/** Lines as they are appended to a file. A file cut short, or replaced by another, is begun with as if it were new. */
export function createAppendedLines({ path, tailBytes }: Options): AppendedLines {
  let isFirst = true;
  let ino = -1;
  let offset = 0;
  let rest: Buffer[] = [];
  let restBytes = 0;
  /** Until the next line break: what comes is the end of a line that began before. */
  let skipping = false;

  const startAt = (at: number): void => {
    offset = at;
    rest = [];
    restBytes = 0;
    skipping = at > 0;
  };

  const takeIn = (bytes: Buffer, lines: string[]): void => {
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      const piece = bytes.subarray(from, end);
      if (!skipping) lines.push((rest.length > 0 ? Buffer.concat([...rest, piece]) : piece).toString('utf8'));
      from = end + 1;
      rest = [];
      restBytes = 0;
      skipping = false;
    }
    if (skipping || from === bytes.length) return;
    rest.push(Buffer.from(bytes.subarray(from)));
    restBytes += bytes.length - from;
    if (restBytes <= MAX_LINE_BYTES) return;
    rest = [];
    restBytes = 0;
    skipping = true;
  };

  const readFrom = (fd: number, size: number, lines: string[]): void => {
    const stop = Math.min(size, offset + MAX_LOOK_BYTES);
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, stop - offset));
    while (offset < stop) {
      const count = readSync(fd, chunk, 0, Math.min(chunk.length, stop - offset), offset);
      if (count === 0) return;
      offset += count;
      takeIn(chunk.subarray(0, count), lines);
    }
  };

  return {
    look: () => {
      const stats = statsOf(path);
      if (!stats?.isFile()) {
        // Made later, it is new from its first byte on.
        if (isFirst) [isFirst, ino] = [false, 0];
        return [];
      }
      if (isFirst || (ino !== 0 && stats.ino !== ino) || stats.size < offset) {
        // One byte earlier: whether a line begins there shows by the line break before it.
        startAt(Math.max(0, stats.size - tailBytes - 1));
        isFirst = false;
      }
      ino = stats.ino;
      if (stats.size === offset) return [];
      const lines: string[] = [];
      const fd = openFile(path);
      if (fd === null) return [];
      try {
        readFrom(fd, fstatSync(fd).size, lines);
      } finally {
        closeSync(fd);
      }
      return lines;
    },
  };
}

/** The newest line that tells something; older ones are not even parsed. */
export function newestIn<T>(lines: readonly string[], read: (line: string) => T | null): T | null {
  for (let at = lines.length - 1; at >= 0; at--) {
    const found = read(lines[at]!);
    if (found !== null) return found;
  }
  return null;
}
