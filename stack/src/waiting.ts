import { setTimeout as pause } from 'node:timers/promises';

/** Asks until the answer is yes or the time is over; says which. For what the system can't announce. */
export const becomesTrue = async (ask: () => boolean | Promise<boolean>, timeoutMs: number, everyMs = 10) => {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    if (await ask()) return true;
    if (performance.now() >= deadline) return false;
    await pause(everyMs);
  }
};
