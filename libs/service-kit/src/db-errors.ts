import { ConnectionLost, NotReachable, RequestTimedOut } from './bus-errors.js';

/** Postgres can't be reached or is going away: try again later; what was under way may or may not be committed. */
export class DatabaseUnavailable extends Error {
  readonly code = 'DATABASE_UNAVAILABLE';
  readonly hint = 'Check that Postgres is running; the service reconnects by itself.';
  constructor(cause: unknown) {
    super(`The database is not available: ${whyUnavailable(cause)}`, { cause });
    this.name = 'DatabaseUnavailable';
  }
}

const messageOf = (error: unknown): string => String((error as { message?: unknown } | null)?.message ?? error);

/** Faults in our words, by what pg, knex or the system says of them; the first that fits. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [
    /Timeout acquiring a connection|timeout exceeded when trying to connect|connection timeout/i,
    'no connection in time; all are taken, or it does not answer',
  ],
  [/ECONNREFUSED|ENOENT/, 'nothing listens there'],
  [/ENOTFOUND|EAI_AGAIN/, 'its name is not known'],
  [/ETIMEDOUT|EHOSTUNREACH/, 'it can not be reached'],
  [
    /ECONNRESET|EPIPE|Connection terminated|Connection ended|Client has encountered|not queryable/i,
    'the connection was lost',
  ],
];

/** A cause that the server itself has told stays in its words. */
function whyUnavailable(cause: unknown): string {
  const told = messageOf(cause);
  const { code } = (cause ?? {}) as { code?: unknown };
  const [, words] = WORDS.find(([said]) => said.test(told) || (typeof code === 'string' && said.test(code))) ?? [];
  return words ?? told;
}

/** The statement was refused because an earlier one of its transaction had failed: it says nothing of its own. */
export const isAborted = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '25P02';

/** SQLSTATE classes that say something about the server's condition and nothing about the statement. */
const UNAVAILABLE_STATES = [
  /^08/, // connection exceptions
  /^53/, // out of disk, memory or connections
  /^57P/, // shutting down, crashed, starting, connection killed
  /^25P03$/, // idle in transaction for too long
  /^25006$/, // read only: a standby after a fail-over
  /^40/, // deadlock or serialization: another attempt is all it takes
  /^55P03$/, // lock not available
];
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EHOSTUNREACH',
]);
/** pg reports a socket that ended with nothing but a message. */
const MESSAGES =
  /Connection terminated|connection timeout|Client has encountered a connection error|not queryable|Connection ended unexpectedly|Timeout acquiring a connection/i;

/** Whether the world around a message is at fault. A batch may have to ask another service, and that may be silent. */
export function isUnavailable(error: unknown): boolean {
  const silent = [ConnectionLost, NotReachable, RequestTimedOut].some((kind) => error instanceof kind);
  return silent || isDatabaseFault(error);
}

/** Whether an error of pg or knex means that the database, not the statement, is at fault. */
export function isDatabaseFault(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  // No instanceof: an error of a socket may come from another realm.
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && (SOCKET_CODES.has(code) || UNAVAILABLE_STATES.some((state) => state.test(code)))) {
    return true;
  }
  return typeof message === 'string' && MESSAGES.test(message);
}
