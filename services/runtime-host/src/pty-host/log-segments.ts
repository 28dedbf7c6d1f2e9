import {
  closeSync,
  fstatSync,
  fsync,
  ftruncateSync,
  openSync,
  readSync,
  readdirSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { decodeRecords, encodeRecord, type RawRecord } from './log-record.js';

/** Small enough to be scanned in a few ms on open and deleted soon after a trim. */
const SEGMENT_BYTES = 4 * 1024 * 1024;
const READ_BYTES = 256 * 1024;

const fileName = (first: number): string => `${String(first).padStart(16, '0')}.log`;

export interface LogSegments {
  /** The newest records, at least those of one whole segment, as found on open. */
  readonly newest: RawRecord[];
  /** Throws when nothing could be written; then nothing of it is in the file. */
  write(record: RawRecord): void;
  /** Records from `seq` on, about `maxBytes` of them, at least one if there is one. */
  read(seq: number, maxBytes: number): RawRecord[];
  /** Deletes the segments whose records are all at or below `through`. */
  deleteThrough(through: number): void;
  /** The number with which the oldest segment begins; null without one. */
  oldest(): number | null;
  bytes(): number;
  badRecords(): number;
  sync(): Promise<void>;
  close(): void;
}

/** The files of the host log: each named for its first number, appended to by this process alone. */
export function createLogSegments(dir: string): LogSegments {
  const firsts = readdirSync(dir)
    .filter((name) => /^\d{16}\.log$/.test(name))
    .map((name) => Number(name.slice(0, 16)))
    .sort((a, b) => a - b);
  const sizes = new Map<number, number>();
  let active: { first: number; fd: number; size: number } | null = null;
  let bad = 0;
  /** Where the last read ended: readers go on from there. */
  let hint: { seq: number; first: number; offset: number } | null = null;

  const openActive = (first: number): void => {
    const fd = openSync(join(dir, fileName(first)), 'a+', 0o600);
    active = { first, fd, size: fstatSync(fd).size };
    if (!firsts.includes(first)) firsts.push(first);
  };

  const readChunk = (first: number, offset: number, length: number): Buffer => {
    const limit = active?.first === first ? Math.min(length, active.size - offset) : length;
    if (limit <= 0) return Buffer.alloc(0);
    const fd = openSync(join(dir, fileName(first)), 'r');
    try {
      const buffer = Buffer.allocUnsafe(limit);
      return buffer.subarray(0, readSync(fd, buffer, 0, limit, offset));
    } finally {
      closeSync(fd);
    }
  };

  /** One step through a segment; `null` at its end. */
  const step = (first: number, offset: number) => {
    for (let length = READ_BYTES; ; length *= 4) {
      const chunk = readChunk(first, offset, length);
      const decoded = decodeRecords(chunk);
      if (decoded.consumed > 0) return { decoded, offset: offset + decoded.consumed };
      if (chunk.length < length) return null;
    }
  };

  const scan = (first: number): { records: RawRecord[]; end: number } => {
    const records: RawRecord[] = [];
    let end = 0;
    for (let next = step(first, 0); next; next = step(first, end)) {
      records.push(...next.decoded.records);
      bad += next.decoded.bad;
      end = next.offset;
    }
    return { records, end };
  };

  /** Cuts what a crash left of a half-written record, so that the next one begins on a line of its own (F-42). */
  const openNewest = (): RawRecord[] => {
    let found: RawRecord[] = [];
    for (let i = firsts.length - 1; i >= 0; i--) {
      const { records, end } = scan(firsts[i]!);
      if (i === firsts.length - 1) {
        openActive(firsts[i]!);
        if (active!.size > end) ftruncateSync(active!.fd, end);
        active!.size = end;
      }
      found = [...records, ...found];
      // Two segments: files whose removal was under way may be named in the last but one.
      if (found.length > 0 && i <= firsts.length - 2) break;
    }
    return found;
  };
  const newest = openNewest();

  const write = (record: RawRecord): void => {
    if (active === null || active.size >= SEGMENT_BYTES) {
      const previous = active;
      openActive(record.seq);
      if (previous) {
        sizes.set(previous.first, previous.size);
        closeSync(previous.fd);
      }
    }
    const line = encodeRecord(record);
    const { fd, size } = active!;
    try {
      for (let written = 0; written < line.length;) written += writeSync(fd, line, written);
    } catch (error) {
      ftruncateSync(fd, size);
      throw error;
    }
    active!.size += line.length;
  };

  const read = (seq: number, maxBytes: number): RawRecord[] => {
    const found: RawRecord[] = [];
    let bytes = 0;
    let index = Math.max(
      0,
      firsts.findLastIndex((first) => first <= seq),
    );
    for (; index < firsts.length && bytes < maxBytes; index++) {
      const first = firsts[index]!;
      let offset = hint?.seq === seq && hint.first === first ? hint.offset : 0;
      for (let next = step(first, offset); next; next = step(first, offset)) {
        offset = next.offset;
        for (const record of next.decoded.records) {
          if (record.seq < seq) continue;
          found.push({ seq: record.seq, json: record.json });
          bytes += record.json.length;
        }
        if (bytes >= maxBytes) break;
      }
      const last = found.at(-1);
      if (last) hint = { seq: last.seq + 1, first, offset };
    }
    return found;
  };

  return {
    newest,
    write,
    read,
    deleteThrough: (through) => {
      while (firsts.length > 1 && firsts[1]! <= through + 1) {
        const first = firsts.shift()!;
        sizes.delete(first);
        if (hint?.first === first) hint = null;
        unlinkSync(join(dir, fileName(first)));
      }
    },
    oldest: () => firsts[0] ?? null,
    bytes: () => [...sizes.values()].reduce((sum, size) => sum + size, active?.size ?? 0),
    badRecords: () => bad,
    sync: () =>
      new Promise((resolve, reject) => {
        if (active === null) return resolve();
        // A segment that was closed meanwhile is no failure of the new one.
        fsync(active.fd, (error) => (error && error.code !== 'EBADF' ? reject(error) : resolve()));
      }),
    close: () => {
      if (active) closeSync(active.fd);
      active = null;
    },
  };
}
