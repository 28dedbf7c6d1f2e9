/** Something to wait for: a call to `wake` is never lost, and many of them wake once. */
export interface Wake {
  readonly wake: () => void;
  /** Resolves when `wake` was called since the last `wait`, or when the signal is aborted. */
  readonly wait: (signal: AbortSignal) => Promise<void>;
}

export function createWake(): Wake {
  let called = false;
  let resume: (() => void) | null = null;
  return {
    wake: () => {
      called = true;
      resume?.();
    },
    wait: (signal) =>
      new Promise((resolve) => {
        const done = () => {
          called = false;
          resume = null;
          signal.removeEventListener('abort', done);
          resolve();
        };
        if (called || signal.aborted) return done();
        resume = done;
        signal.addEventListener('abort', done, { once: true });
      }),
  };
}
