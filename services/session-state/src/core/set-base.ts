import type { Status } from '@pitwall/contracts';
import type { Moment } from './moment.js';
import type { Cause, Session } from './session.js';

/** Whether something newer than this has set the main agent's status already (S-11, X-01). */
export const isOlder = (session: Session, { hostSeq, t }: Moment): boolean =>
  session.baseByState ? t < session.baseT : hostSeq < session.baseSeq;

/** Sets the main agent's own status, unless a newer hook or host fact has done so already. */
export function setBase(session: Session, to: Status, cause: Cause, moment: Moment): void {
  if (isOlder(session, moment)) return;
  session.base = to;
  session.baseCause = cause;
  session.baseSeq = Math.max(session.baseSeq, moment.hostSeq);
  session.baseT = moment.t;
  session.baseByState = false;
}

/** The same for what the CLI's own files say, which is as old as they say. */
export function setBaseByState(session: Session, to: Status, cause: Cause, sinceT: number): void {
  if (sinceT < session.baseT) return;
  session.base = to;
  session.baseCause = cause;
  session.baseT = sinceT;
  session.baseByState = true;
}
