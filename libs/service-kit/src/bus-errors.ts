/** An error as it travels in a reply: what happened, and what to do next. */
export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
}

/** The other side handled the request and refused it. */
export class RemoteError extends Error {
  readonly code: string;
  readonly hint: string | null;
  constructor(body: ErrorBody) {
    super(body.message);
    this.name = 'RemoteError';
    this.code = body.code;
    this.hint = body.hint;
  }
}

/** Nobody received it, so nothing was done: try again later. */
export class NotReachable extends Error {
  readonly code = 'NOT_REACHABLE';
  readonly hint = 'Check that the service and NATS are running, then try again.';
  constructor(subject: string) {
    super(`Nobody answers on ${subject}.`);
    this.name = 'NotReachable';
  }
}

/** It was sent, and no answer came in time, so the outcome is unknown: ask again with the same requestId. */
export class RequestTimedOut extends Error {
  readonly code = 'REQUEST_TIMED_OUT';
  readonly hint = 'The outcome is unknown; repeat it with the same request id.';
  constructor(subject: string, timeoutMs: number) {
    super(`No answer on ${subject} within ${timeoutMs} ms.`);
    this.name = 'RequestTimedOut';
  }
}

/** The connection broke before an answer came, so the outcome is unknown: repeat it under the same message id. */
export class ConnectionLost extends Error {
  readonly code = 'CONNECTION_LOST';
  readonly hint = 'The outcome is unknown; repeat it under the same message id.';
  constructor(subject: string) {
    super(`The connection broke before ${subject} was acknowledged.`);
    this.name = 'ConnectionLost';
  }
}

/** What a caller may see of an error: typed errors as they are, anything else without its details. */
export function errorBody(error: unknown): ErrorBody {
  const { code, hint, message } = (error ?? {}) as { code?: unknown; hint?: unknown; message?: unknown };
  const typed =
    error instanceof Error && typeof code === 'string' && error.name !== 'Error' && /^[A-Z][A-Z_]+$/.test(code);
  if (!typed)
    return { code: 'INTERNAL', message: 'The service failed on this request.', hint: "See the service's log." };
  return { code, message: String(message), hint: typeof hint === 'string' ? hint : null };
}
