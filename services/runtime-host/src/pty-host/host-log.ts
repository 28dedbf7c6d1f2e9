import type { HostFact } from '@pitwall/contracts';
import { readJsonFile, writeFileAtomic } from '../atomic-file.js';
import type { HostClock } from './host-clock.js';
import type { RawRecord } from './log-record.js';
import type { LogSegments } from './log-segments.js';

/** The window of a power cut. */
const SYNC_MS = 100;
/** A full disk is asked again this often. */
const RETRY_MS = 1000;
/** Newest records kept in memory, so that the daemon's reads cost no file access. */
const RECENT_BYTES = 1024 * 1024;
/** What is kept in memory while the disk is full. */
const MAX_UNWRITTEN_BYTES = 32 * 1024 * 1024;
/** How far the mark outside the spool may lag behind; a spool that was lost goes on above this. */
const MARK_EVERY = 1024;

export class HostLogFull extends Error {
  constructor() {
    super('the disk is full and so is the memory kept for that: free some space');
    this.name = 'HostLogFull';
  }
}

/** A record as it stands in the log: the envelope without what the sender adds. `src` is the spool file it came from. */
export type LogEntry = HostFact & { hostSeq: number; at: number; t: number; bootId: string; src?: string };

export interface AppendOptions {
  source?: string;
  /** Called once the record is in the file. */
  onWritten?: () => void;
}

export interface HostLog {
  /** Numbers and writes an event. Throws HostLogFull. */
  append(fact: HostFact | ((seq: number) => HostFact), options?: AppendOptions): number;
  next(): number;
  oldest(): number;
  trimmed(): number;
  read(from: number, maxBytes: number): RawRecord[];
  /** Resolves when the event `seq` is there. */
  arrival(seq: number, signal: AbortSignal): Promise<void>;
  /** Everything up to this number is committed elsewhere. */
  trim(through: number): void;
  wasTaken(source: string): boolean;
  /** The file is gone: its name may be forgotten. */
  release(source: string): void;
  stats(): {
    next: number;
    oldest: number;
    unwritten: number;
    bytes: number;
    bad: number;
    writeFailures: number;
    dropped: number;
  };
  close(): Promise<void>;
}

interface Deps {
  segments: LogSegments;
  clock: HostClock;
  /** Kept outside the spool: the numbers go on above it when the spool is lost. */
  marksFile: string;
  onTrouble: (what: string, error: unknown) => void;
}

interface Marks {
  seq: number;
  trimmed: number;
  clean: boolean;
}

const readMarks = (file: string): Marks => {
  const kept = readJsonFile(file) as Partial<Marks> | null;
  return { seq: Number(kept?.seq ?? 0) || 0, trimmed: Number(kept?.trimmed ?? 0) || 0, clean: kept?.clean === true };
};

export function createHostLog({ segments, clock, marksFile, onTrouble }: Deps): HostLog {
  const marks = readMarks(marksFile);
  const newest = segments.newest.at(-1);
  const lost = newest === undefined && marks.seq > 0 && !marks.clean;
  let next = Math.max(newest?.seq ?? 0, marks.trimmed, lost ? marks.seq + MARK_EVERY : marks.seq) + 1;
  let trimmed = marks.trimmed;
  const first = newest ? null : next;
  const taken = new Set(segments.newest.flatMap(({ json }) => sourceOf(json)));
  // Megabytes that nobody needs any more.
  segments.newest.length = 0;

  const recent: RawRecord[] = [];
  let recentBytes = 0;
  const unwritten: { record: RawRecord; onWritten: (() => void) | undefined }[] = [];
  let unwrittenBytes = 0;
  let writeFailures = 0;
  let dropped = 0;
  let waiting: { seq: number; wake: () => void }[] = [];
  let syncTimer: NodeJS.Timeout | null = null;
  let retryTimer: NodeJS.Timeout | null = null;

  const saveMarks = (clean: boolean): void => {
    try {
      writeFileAtomic(marksFile, JSON.stringify({ seq: next - 1, trimmed, clean } satisfies Marks));
    } catch (error) {
      onTrouble('the marks of the host log could not be written', error);
    }
  };
  saveMarks(false);

  const syncSoon = (): void => {
    syncTimer ??= setTimeout(() => {
      syncTimer = null;
      segments.sync().catch((error: unknown) => onTrouble('the host log could not be synced', error));
    }, SYNC_MS);
  };

  const flush = (): void => {
    while (unwritten.length > 0) {
      const { record, onWritten } = unwritten[0]!;
      try {
        segments.write(record);
      } catch (error) {
        writeFailures++;
        onTrouble('the host log could not be written; events wait in memory', error);
        retryTimer ??= setTimeout(() => {
          retryTimer = null;
          flush();
        }, RETRY_MS);
        return;
      }
      unwritten.shift();
      unwrittenBytes -= record.json.length;
      onWritten?.();
    }
    syncSoon();
  };

  const remember = (record: RawRecord): void => {
    recent.push(record);
    recentBytes += record.json.length;
    // What is not in a file yet can only be read from here.
    while (recentBytes > RECENT_BYTES && recent.length > unwritten.length) recentBytes -= recent.shift()!.json.length;
  };

  const append: HostLog['append'] = (fact, { source, onWritten } = {}) => {
    if (unwrittenBytes > MAX_UNWRITTEN_BYTES) {
      dropped++;
      throw new HostLogFull();
    }
    const seq = next;
    const { event, data } = typeof fact === 'function' ? fact(seq) : fact;
    const entry = {
      hostSeq: seq,
      ...clock.now(),
      bootId: clock.bootId,
      event,
      data,
      ...(source ? { src: source } : {}),
    };
    const record = { seq, json: Buffer.from(JSON.stringify(entry)) };
    next++;
    unwritten.push({ record, onWritten });
    unwrittenBytes += record.json.length;
    if (source) taken.add(source);
    flush();
    remember(record);
    if (seq % MARK_EVERY === 0) saveMarks(false);
    if (waiting.length > 0) {
      const woken = waiting.filter((one) => one.seq <= seq);
      waiting = waiting.filter((one) => one.seq > seq);
      for (const { wake } of woken) wake();
    }
    return seq;
  };

  const oldest = (): number => Math.max(trimmed + 1, segments.oldest() ?? first ?? 1);

  return {
    append,
    oldest,
    next: () => next,
    trimmed: () => trimmed,
    read: (from, maxBytes) => {
      const start = recent[0];
      if (!start || from < start.seq) return from < next ? segments.read(from, maxBytes) : [];
      return takeUpTo(recent, from - start.seq, maxBytes);
    },
    arrival: (seq, signal) =>
      new Promise((resolve) => {
        if (next > seq || signal.aborted) return resolve();
        const one = { seq, wake: resolve };
        waiting.push(one);
        signal.addEventListener('abort', () => {
          waiting = waiting.filter((other) => other !== one);
          resolve();
        });
      }),
    trim: (through) => {
      if (through <= trimmed) return;
      trimmed = through;
      // Numbers are known elsewhere that this spool never had: it was lost, and goes on above them.
      if (through >= next) {
        next = through + 1;
        recent.length = 0;
        recentBytes = 0;
      }
      segments.deleteThrough(through);
      saveMarks(false);
    },
    wasTaken: (source) => taken.has(source),
    release: (source) => void taken.delete(source),
    stats: () => ({
      next,
      oldest: oldest(),
      unwritten: unwritten.length,
      bytes: segments.bytes(),
      bad: segments.badRecords(),
      writeFailures,
      dropped,
    }),
    close: async () => {
      flush();
      if (syncTimer) clearTimeout(syncTimer);
      if (retryTimer) clearTimeout(retryTimer);
      await segments.sync().catch(() => undefined);
      saveMarks(unwritten.length === 0);
      segments.close();
    },
  };
}

/** The recent records are without a hole, so the place of a number is known. */
function takeUpTo(recent: readonly RawRecord[], index: number, maxBytes: number): RawRecord[] {
  const found: RawRecord[] = [];
  for (let bytes = 0; index < recent.length && bytes < maxBytes; index++) {
    found.push(recent[index]!);
    bytes += recent[index]!.json.length;
  }
  return found;
}

const SOURCE_MARK = Buffer.from('"src":"');

function sourceOf(json: Buffer): string[] {
  if (!json.includes(SOURCE_MARK)) return [];
  const { src } = JSON.parse(json.toString()) as { src?: unknown };
  return typeof src === 'string' ? [src] : [];
}
