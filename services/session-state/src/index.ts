export { createSessionState, type SessionState, type SessionStateDeps } from './session-state.js';
/** The rules alone, for models that play a log without a database. */
export { cardOf } from './core/card-of.js';
export { nextDeadlineT } from './core/deadlines.js';
export { seenSession } from './core/new-session.js';
export { reduce, type Reduced } from './core/reduce.js';
export type { Session } from './core/session.js';
