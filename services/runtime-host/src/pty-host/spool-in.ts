import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  renameSync,
  statSync,
  unlink,
  watch,
  type BigIntStats,
} from 'node:fs';
import { basename, join } from 'node:path';
import { MAX_BODY_BYTES, readHookBody, shrinkPayload } from '../core/hook-body.js';
import { readSpoolFile, spoolTrailer } from '../core/spool-file.js';
import type { HookIntake } from './hook-intake.js';
import type { HookMetrics } from './hook-metrics.js';
import { HostLogFull, type HostLog } from './host-log.js';

/** A file without its end that is younger is still being written. */
const UNFINISHED_MS = 5000;
/** No hook has such a body; it is not even read. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** The kernel's file times advance in steps of some ms. */
const MTIME_STEP_MS = 50;
/** fs.watch may miss something, and an unfinished file must be looked at again. */
const LOOK_EVERY_MS = 1000;

interface Deps {
  dir: string;
  badDir: string;
  log: HostLog;
  intake: HookIntake;
  metrics: HookMetrics;
  wallMs: () => number;
  onTrouble: (what: string, error: unknown) => void;
}

export interface SpoolIn {
  /** Takes in what is there. Costs one stat when nothing is. */
  drain(): void;
  close(): void;
}

interface Candidate {
  name: string;
  path: string;
  stats: BigIntStats;
}

/** The folder into which the hook script writes a file per event, also while nothing else runs. */
export function createSpoolIn(deps: Deps): SpoolIn {
  const { dir, log, intake, metrics } = deps;
  const removing = new Set<string>();
  let seenMtime = -1;
  /** Files whose end is missing: looked at again even though the folder itself doesn't change. */
  let unfinished = false;

  const quarantine = (file: Candidate, reason: string): void => {
    metrics.refused(reason);
    try {
      renameSync(file.path, join(deps.badDir, `${basename(file.name)}.${reason}`));
    } catch (error) {
      deps.onTrouble('a damaged hook file could not be put aside', error);
    }
  };

  /** Not waited for: a crash before it is done finds in the log that the file was taken. */
  const remove = (file: Candidate): void => {
    const source = sourceName(file);
    if (removing.has(source)) return;
    removing.add(source);
    unlink(file.path, () => {
      removing.delete(source);
      log.release(source);
    });
  };

  const takeFile = (file: Candidate): void => {
    // Its end may be checked without reading megabytes again and again.
    if (!hasTrailer(file)) {
      const age = deps.wallMs() - Number(file.stats.mtimeMs);
      if (Math.abs(age) < UNFINISHED_MS) unfinished = true;
      else quarantine(file, 'unfinished');
      return;
    }
    if (file.stats.size > MAX_FILE_BYTES) return quarantine(file, 'too-large');
    const read = readSpoolFile(readFileSync(file.path), file.name);
    if (read.state !== 'complete') return quarantine(file, 'not-a-spool-file');
    const { body: bytes, ...source } = read.file;
    const body = readHookBody(new TextDecoder().decode(bytes));
    if (!body.ok) return quarantine(file, body.reason);
    const tooLong = bytes.length > MAX_BODY_BYTES;
    if (tooLong && !shrinkPayload(body.payload, MAX_BODY_BYTES)) return quarantine(file, 'too-large');
    intake.take(
      body.payload,
      { ...source, via: 'command', truncated: body.truncated || tooLong, canHold: false },
      { source: sourceName(file), onWritten: () => remove(file) },
    );
    metrics.received('command');
  };

  const drain = (): void => {
    const mtime = statSync(dir, { throwIfNoEntry: false })?.mtimeMs ?? seenMtime;
    if (mtime === seenMtime && !unfinished) return;
    // A folder changed just now may change again without another time showing.
    const isSettled = deps.wallMs() - mtime > MTIME_STEP_MS;
    seenMtime = isSettled ? mtime : -1;
    unfinished = false;
    for (const file of list(dir)) {
      // Taken before a crash that came ahead of the removal, or while the disk is full.
      if (log.wasTaken(sourceName(file))) {
        if (log.stats().unwritten === 0) remove(file);
        continue;
      }
      try {
        takeFile(file);
      } catch (error) {
        if (error instanceof HostLogFull) {
          unfinished = true;
          return;
        }
        deps.onTrouble('a hook file could not be read', error);
        quarantine(file, 'unreadable');
      }
    }
  };

  const watcher = watch(dir, () => drain());
  watcher.on('error', (error) => deps.onTrouble('the hook folder can’t be watched', error));
  const timer = setInterval(drain, LOOK_EVERY_MS);
  return {
    drain,
    close: () => {
      watcher.close();
      clearInterval(timer);
    },
  };
}

/** Names come again with pids; the birth time doesn't. */
const sourceName = ({ name, stats }: Candidate): string => `${name}@${stats.birthtimeNs || stats.ctimeNs}`;

/** In the order in which they were begun. */
function list(dir: string): Candidate[] {
  const files: Candidate[] = [];
  for (const name of readdirSync(dir)) {
    const path = join(dir, name);
    try {
      const stats = statSync(path, { bigint: true });
      if (stats.isFile()) files.push({ name, path, stats });
    } catch {
      // Gone meanwhile.
    }
  }
  const born = ({ stats }: Candidate): bigint => stats.birthtimeNs || stats.ctimeNs;
  return files.sort((a, b) => (born(a) < born(b) ? -1 : born(a) > born(b) ? 1 : a.name < b.name ? -1 : 1));
}

function hasTrailer({ path, name }: Candidate): boolean {
  const wanted = Buffer.from(spoolTrailer(name));
  const fd = openSync(path, 'r');
  try {
    const end = Buffer.alloc(wanted.length);
    const at = fstatSync(fd).size - wanted.length;
    return at >= 0 && readSync(fd, end, 0, end.length, at) === end.length && end.equals(wanted);
  } finally {
    closeSync(fd);
  }
}
