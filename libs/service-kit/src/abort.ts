/** Stopped while it was waiting for something outside: not a failure, nothing to log. */
export class Aborted extends Error {
  readonly code = 'ABORTED';
  constructor() {
    super('Stopped while waiting.');
    this.name = 'Aborted';
  }
}

/** The promise, or `Aborted` as soon as the signal is: a stop must not wait for a server that doesn't answer. */
export function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Aborted());
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
