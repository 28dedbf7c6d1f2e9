/** Aborts when the person, or whoever runs the program, wants it to end. */
export const stopOnSignals = (): AbortSignal => {
  const controller = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => controller.abort());
  return controller.signal;
};

export const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    // With servers of the person's own there may be nothing else that keeps the process.
    const stay = setInterval(() => undefined, 60_000);
    const leave = () => {
      clearInterval(stay);
      resolve();
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
