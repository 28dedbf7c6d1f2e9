import type { Clock, Log } from '@pitwall/service-kit';

/** Work that is done again and again, each time after as long as it says, or sooner when it's woken. */
export interface Sleeper {
  wakeIn(ms: number): void;
  /** Resolves when what runs has ended. */
  stop(): Promise<void>;
}

interface SleeperDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** For the log. */
  readonly label: string;
}

const AFTER_FAILURE_MS = 1_000;

/** `work` returns the ms until it is due again. A failure is logged and tried again. */
export function createSleeper({ clock, log, label }: SleeperDeps, work: () => Promise<number>): Sleeper {
  let wakeAt = Infinity;
  let cancel = (): void => undefined;
  let running: Promise<void> | null = null;
  let stopped = false;

  const run = async (): Promise<void> => {
    wakeAt = Infinity;
    const sleep = await work().catch((error: unknown) => {
      if (!stopped) log.warn({ err: error }, `${label} failed`);
      return AFTER_FAILURE_MS;
    });
    // It may have been woken meanwhile, for sooner than it wants by itself.
    const soonest = Math.min(wakeAt, clock.mono() + sleep);
    wakeAt = Infinity;
    running = null;
    wakeIn(soonest - clock.mono());
  };
  const wakeIn = (ms: number): void => {
    const at = clock.mono() + Math.max(0, ms);
    if (stopped || at >= wakeAt) return;
    wakeAt = at;
    if (running) return;
    cancel();
    cancel = clock.setTimer(Math.max(0, ms), () => {
      running = run();
    });
  };
  return {
    wakeIn,
    stop: async () => {
      stopped = true;
      cancel();
      await running;
    },
  };
}
