import type { Publisher } from './publisher.js';

const FIRST_WAIT_MS = 10_000;
const MAX_WAIT_MS = 600_000;

export interface RollbackWatch {
  /** The bus came back: its store may be an older one. */
  onReturn(): void;
  /** Committed up to this number. */
  onTrim(through: number): void;
  stop(): void;
}

/**
 * After the bus was away, its store may have been rolled back: then what was sent is committed nowhere and nobody asks
 * for it. If nothing is trimmed for a while, everything that isn't committed is sent again, ever more rarely.
 */
export function createRollbackWatch(publisher: Publisher): RollbackWatch {
  let timer: NodeJS.Timeout | null = null;

  const watchFor = (ms: number): void => {
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => {
      const { sent, oldest } = publisher.place();
      timer = null;
      if (sent < oldest) return;
      publisher.rewind(oldest, 'nothing was committed since the bus came back');
      watchFor(Math.min(ms * 2, MAX_WAIT_MS));
    }, ms);
  };

  const stop = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
  };
  /** What is still open gets its time anew: something is being committed. */
  const onTrim = (through: number): void => {
    if (timer === null) return;
    if (through >= publisher.place().sent) stop();
    else watchFor(FIRST_WAIT_MS);
  };

  return { onReturn: () => watchFor(FIRST_WAIT_MS), onTrim, stop };
}
