import type { SessionEventOf, Status, Timers } from '@pitwall/contracts';
import { closeCalls, flagCall, type Moment } from './calls.js';
import type { Session, ToolCall } from './session.js';
import { openDialogs } from './show-status.js';
import { TIMEOUT_RULES, type TimeoutRule } from './status-table.js';
import { isAgentTool, isUserInputTool, toolClass } from './tool-classes.js';

/** Something that happens at host time `dueT` if nothing else does before. */
export type Deadline =
  | { readonly kind: 'timeout'; readonly dueT: number; readonly rule: TimeoutRule }
  | { readonly kind: 'call'; readonly dueT: number; readonly call: ToolCall };

export type ChildAnswers = SessionEventOf<'checked'>['data']['children'];

const hasLiveRun = (session: Session, call: ToolCall): boolean =>
  isAgentTool(call.tool) && session.subagents.some((run) => run.callId === call.id && run.status === 'running');

function callDeadlines(session: Session): Deadline[] {
  if (session.base === 'ended') return [];
  return session.calls.flatMap((call) =>
    call.dueT !== null && !hasLiveRun(session, call) ? [{ kind: 'call' as const, dueT: call.dueT, call }] : [],
  );
}

function timeoutDeadlines(session: Session, timers: Timers): Deadline[] {
  return TIMEOUT_RULES.flatMap((rule) => {
    if (!rule.from.includes(session.status)) return [];
    const since = rule.since(session);
    return since === null ? [] : [{ kind: 'timeout' as const, dueT: since + timers[rule.timer], rule }];
  });
}

/** All that may happen by itself, soonest first; pure, so it is the same before and after a restart (S-12). */
export function deadlines(session: Session, timers: Timers): Deadline[] {
  return [...callDeadlines(session), ...timeoutDeadlines(session, timers)].sort((a, b) => a.dueT - b.dueT);
}

export const nextDeadlineT = (session: Session, timers: Timers): number | null =>
  deadlines(session, timers)[0]?.dueT ?? null;

/** What the status becomes next, for the reason line (S-10). */
export function nextStatus(session: Session, timers: Timers): { status: Status; dueT: number } | null {
  const next = deadlines(session, timers).find(
    (deadline) => deadline.kind === 'timeout' || deadline.call.flag === null,
  );
  if (!next) return null;
  if (next.kind === 'timeout') return { status: next.rule.to, dueT: next.dueT };
  return { status: isUserInputTool(next.call.tool) ? 'input' : 'approval', dueT: next.dueT };
}

/** Calls whose children the host has to be asked about by `t`. */
export const callsToProbe = (session: Session, t: number): ToolCall[] =>
  callDeadlines(session).flatMap((due) =>
    due.kind === 'call' && due.dueT <= t && toolClass(due.call.tool) === 'slow' ? [due.call] : [],
  );

export interface Fired {
  readonly rule: string;
  readonly event: string;
  readonly guess: boolean;
  readonly moment: Moment;
  /** Set by a timeout; null where a call's timer changed the dialogs only. */
  readonly to: Status | null;
}

/**
 * Fires the earliest deadline that is due at the host's answer, at its due time; null when none is left.
 * A slow call without an answer about its children stays due and is asked about again.
 */
export function fireNext(session: Session, timers: Timers, answer: Moment & { children: ChildAnswers }): Fired | null {
  for (const deadline of deadlines(session, timers)) {
    if (deadline.dueT > answer.t) return null;
    const moment: Moment = { hostSeq: answer.hostSeq, t: deadline.dueT, at: answer.at - (answer.t - deadline.dueT) };
    const fired =
      deadline.kind === 'timeout'
        ? fireTimeout(session, deadline.rule, moment)
        : fireCall({ session, call: deadline.call, timers, answer, moment });
    if (fired) return fired;
  }
  return null;
}

function fireTimeout(session: Session, rule: TimeoutRule, moment: Moment): Fired {
  rule.does?.(session, moment);
  return { rule: rule.id, event: `timer ${rule.timer}`, guess: false, moment, to: rule.to };
}

interface CallDue {
  session: Session;
  call: ToolCall;
  timers: Timers;
  answer: Moment & { children: ChildAnswers };
  moment: Moment;
}

function fireCall({ session, call, timers, answer, moment }: CallDue): Fired | null {
  const slow = toolClass(call.tool) === 'slow';
  const child = answer.children.find((one) => one.callId === call.id);
  if (slow && !child) return null;
  if (slow && child?.alive === true) {
    call.dueT = answer.t + timers.toolSlow;
    session.lastSignalT = answer.t;
    return call.flag === 'reported' ? dialogRuns(session, call, answer) : stillRuns(answer);
  }
  if (call.flag !== null) {
    call.dueT = slow ? answer.t + timers.toolSlow : null;
    return stillRuns(answer);
  }
  flagCall(call, 'guess', moment);
  return { rule: 'A-02', event: `no end of ${call.tool} in time`, guess: true, moment, to: null };
}

const stillRuns = (moment: Moment): Fired => ({
  rule: 'A-03',
  event: 'children-probed',
  guess: false,
  moment,
  to: null,
});

/** the command of an open dialog runs, so it was answered; unless another open call may own the child. */
function dialogRuns(session: Session, call: ToolCall, answer: Moment): Fired {
  // All agents of a session share its process; an Agent call starts none of its own.
  const other = session.calls.some(
    (one) => one !== call && one.flag === null && toolClass(one.tool) === 'slow' && !isAgentTool(one.tool),
  );
  if (other) return stillRuns(answer);
  call.flag = null;
  call.requestId = null;
  return { rule: 'X-28', event: 'children-probed', guess: false, moment: answer, to: 'working' };
}

/** An answer given through Pitwall closes its dialog; the call is never guessed about again. */
export function settleDialog(session: Session, requestId: string, allowed: boolean): ToolCall | null {
  const call = openDialogs(session).find((one) => one.requestId === requestId);
  if (!call) return null;
  if (!allowed) closeCalls(session, (one) => one === call);
  call.flag = null;
  call.requestId = null;
  call.dueT = null;
  return call;
}
