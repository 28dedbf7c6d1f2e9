import type { HostEventData } from '@pitwall/contracts';
import { callsToProbe } from '../../src/core/deadlines.js';
import type { Session } from '../../src/core/session.js';

/** What the host says of a call's children, and when its answer is there. */
export interface ChildAnswer {
  alive: boolean | null;
  t: number;
}

export type Children = (callId: string, t: number) => ChildAnswer;

/** A host's answer to the check of a deadline that is due at `dueT`, and the host time of that answer. */
export function answerCheck(session: Session, dueT: number, children: Children) {
  const answers = callsToProbe(session, dueT).map(({ id }) => ({ callId: id, ...children(id, dueT) }));
  const data: HostEventData<'checked'> = {
    checkId: `check-${dueT}`,
    sessionId: session.id,
    processAlive: null,
    children: answers.map(({ callId, alive }) => ({ callId, alive })),
    lastOutputT: null,
    cliState: null,
  };
  return { data, t: Math.max(dueT, ...answers.map((answer) => answer.t)) };
}
