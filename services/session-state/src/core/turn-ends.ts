import { turnCalls } from './call-table.js';
import type { Moment } from './moment.js';
import type { Session } from './session.js';
import { failForegroundRuns, failRunsBefore } from './subagent-runs.js';
import { dropDelivered } from './turns.js';

/** the main agent's calls that began before this hook, and what stood or fell with them. */
export function closeTurn(session: Session, moment: Moment): void {
  failForegroundRuns(session, moment, (call) => call.beganSeq < moment.hostSeq);
  turnCalls(session, 'turn-over', moment, (call) => call.agentId === null && call.beganSeq < moment.hostSeq);
  session.turnOverSeq = Math.max(session.turnOverSeq, moment.hostSeq);
}

/** another agent, or none: everything that began before this has ended. */
export function closeAll(session: Session, moment: Moment): void {
  turnCalls(session, 'session-over', moment, (call) => call.beganSeq < moment.hostSeq);
  failRunsBefore(session, moment);
  session.turnOverSeq = Math.max(session.turnOverSeq, moment.hostSeq);
  session.allOverSeq = Math.max(session.allOverSeq, moment.hostSeq);
  dropDelivered(session);
}
