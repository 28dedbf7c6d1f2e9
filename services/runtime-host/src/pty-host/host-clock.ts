import { readJsonFile, writeFileAtomic } from '../atomic-file.js';

export interface Instant {
  /** Wall clock, epoch ms. */
  at: number;
  /** Host time, ms. */
  t: number;
}

export interface HostClock {
  now(): Instant;
  readonly bootId: string;
  /** t = monotonic ms + anchor. */
  readonly anchor: number;
}

export interface HostClockDeps {
  file: string;
  bootId: string;
  /** Host time of the newest event in the log, ms; 0 without one. */
  newestT: number;
  monotonicMs: () => number;
  wallMs: () => number;
}

/**
 * Host time: the machine's monotonic clock plus an anchor that is kept for as long as the machine runs. So it ignores
 * every change of the wall clock and stands still while the machine sleeps; after a new boot it goes on at the wall
 * clock's time, or right behind the newest event if that is later.
 */
export function createHostClock(deps: HostClockDeps): HostClock {
  const { bootId, monotonicMs, wallMs } = deps;
  const kept = readJsonFile(deps.file) as { bootId?: unknown; anchor?: unknown } | null;
  const keptAnchor = kept?.bootId === bootId && typeof kept.anchor === 'number' ? kept.anchor : null;
  const anchor = keptAnchor ?? Math.max(wallMs(), deps.newestT + 1) - monotonicMs();
  if (keptAnchor === null) {
    try {
      writeFileAtomic(deps.file, JSON.stringify({ bootId, anchor }));
    } catch {
      // A full disk: the anchor is found anew at the next start, never below the newest event.
    }
  }
  let last = deps.newestT;
  return {
    bootId,
    anchor,
    now: () => {
      last = Math.max(last, Math.round((monotonicMs() + anchor) * 1000) / 1000);
      return { at: Math.round(wallMs()), t: last };
    },
  };
}
