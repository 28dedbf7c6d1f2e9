import type { Status, Timers } from '@pitwall/contracts';
import { turnCall } from './call-table.js';
import { deadlines, type Deadline } from './deadlines.js';
import { draftOf, type Session } from './session.js';
import { visibleStatus } from './show-status.js';

export interface NextStatus {
  readonly status: Status;
  /** Host time. */
  readonly dueT: number;
}

/** A timer that can change the status if nothing else is heard: no look at what runs or is reported does by itself. */
const counts = (session: Session, deadline: Deadline): boolean =>
  deadline.kind === 'timeout' ||
  (deadline.kind === 'call' && deadline.call.flag === null && session.cliState?.state !== 'busy');

/** S-10: what the card shows next, and when, if nothing else happens: the timers are played until it changes. */
export function nextStatus(session: Session, timers: Timers): NextStatus | null {
  const draft = draftOf(session);
  // Each round ends a call's timer or a status; a status that stays by all of them has no next.
  for (let rounds = draft.calls.length + 2; rounds > 0; rounds--) {
    const next = deadlines(draft, timers).find((deadline) => counts(draft, deadline));
    if (!next) return null;
    const moment = { hostSeq: draft.baseSeq, t: next.dueT, at: next.dueT };
    if (next.kind === 'call') turnCall(draft, next.call, 'silent', moment);
    if (next.kind === 'timeout') {
      next.rule.does?.(draft, moment);
      draft.base = next.rule.to;
    }
    const status = visibleStatus(draft);
    if (status !== session.status) return { status, dueT: next.dueT };
  }
  return null;
}
