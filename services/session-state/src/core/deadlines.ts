import type { SessionEventOf, Status, Timers } from '@pitwall/contracts';
import { turnCall } from './call-table.js';
import { nextProbe, onGrid, runCall } from './calls.js';
import type { Moment } from './moment.js';
import { causeOf, type Cause, type Session, type ToolCall } from './session.js';
import { openDialogs } from './show-status.js';
import { teamRemovalT } from './team.js';
import { TIMEOUT_RULES, type TimeoutRule } from './timeouts.js';
import { isAgentTool, toolClass, toolTimer } from './tool-classes.js';

/** Something that happens at host time `dueT` if nothing else does before. */
export type Deadline =
  | { readonly kind: 'timeout'; readonly dueT: number; readonly rule: TimeoutRule }
  | { readonly kind: 'call'; readonly dueT: number; readonly call: ToolCall }
  | { readonly kind: 'team'; readonly dueT: number };

export type ChildAnswers = SessionEventOf<'checked'>['data']['children'];

const hasLiveRun = (session: Session, call: ToolCall): boolean =>
  isAgentTool(call.tool) && session.subagents.some((run) => run.callId === call.id && run.status === 'running');

function callDeadlines(session: Session): Extract<Deadline, { kind: 'call' }>[] {
  if (session.base === 'ended') return [];
  return session.calls.flatMap((call) =>
    call.dueT !== null && !hasLiveRun(session, call) ? [{ kind: 'call' as const, dueT: call.dueT, call }] : [],
  );
}

function timeoutDeadlines(session: Session, timers: Timers): Extract<Deadline, { kind: 'timeout' }>[] {
  return TIMEOUT_RULES.flatMap((rule) => {
    if (!rule.from.includes(session.status)) return [];
    const since = rule.since(session);
    return since === null ? [] : [{ kind: 'timeout' as const, dueT: since + timers[rule.timer], rule }];
  });
}

/** G-02: also of members and leaders that have ended. */
function teamDeadlines(session: Session, timers: Timers): Extract<Deadline, { kind: 'team' }>[] {
  const dueT = teamRemovalT(session, timers);
  return dueT === null ? [] : [{ kind: 'team', dueT }];
}

/** All that may happen by itself, soonest first; pure, so it is the same before and after a restart (S-12). */
export function deadlines(session: Session, timers: Timers): Deadline[] {
  const all = [...callDeadlines(session), ...timeoutDeadlines(session, timers), ...teamDeadlines(session, timers)];
  return all.sort((a, b) => a.dueT - b.dueT);
}

export const nextDeadlineT = (session: Session, timers: Timers): number | null =>
  deadlines(session, timers)[0]?.dueT ?? null;

/** Calls whose children the host has to be asked about by `t`. */
export const callsToProbe = (session: Session, t: number): ToolCall[] =>
  callDeadlines(session).flatMap(({ dueT, call }) => (dueT <= t && toolClass(call.tool) === 'slow' ? [call] : []));

export interface Fired {
  readonly rule: string;
  readonly event: string;
  readonly guess: boolean;
  readonly moment: Moment;
  /** Set by a timeout; null where a call's timer changed the dialogs only. */
  readonly to: Status | null;
}

type Answer = Moment & { readonly children: ChildAnswers };

/**
 * Fires the earliest deadline that is due at the host's answer, at its due time; null when none is left.
 * A slow call without an answer about its children stays due and is asked about again.
 */
export function fireNext(session: Session, timers: Timers, answer: Answer): Fired | null {
  for (const deadline of deadlines(session, timers)) {
    if (deadline.dueT > answer.t) return null;
    const moment: Moment = { hostSeq: answer.hostSeq, t: deadline.dueT, at: answer.at - (answer.t - deadline.dueT) };
    const fired = fire(session, deadline, { timers, answer, moment });
    if (fired) return fired;
  }
  return null;
}

interface Firing {
  readonly timers: Timers;
  readonly answer: Answer;
  /** When it was due. */
  readonly moment: Moment;
}

function fire(session: Session, deadline: Deadline, firing: Firing): Fired | null {
  switch (deadline.kind) {
    case 'timeout':
      return fireTimeout(session, deadline.rule, firing.moment);
    case 'call':
      return fireCall(session, deadline.call, firing);
    case 'team':
      session.agentTeam = null;
      return quiet('G-02', 'timer teamRemoval', firing.moment);
  }
}

function fireTimeout(session: Session, rule: TimeoutRule, moment: Moment): Fired {
  rule.does?.(session, moment);
  return { rule: rule.id, event: `timer ${rule.timer}`, guess: false, moment, to: rule.to };
}

/** Something was looked at, and the card shows nothing else for it. */
const quiet = (rule: string, event: string, moment: Moment): Fired => ({ rule, event, guess: false, moment, to: null });

function fireCall(session: Session, call: ToolCall, { timers, answer, moment }: Firing): Fired | null {
  const slow = toolClass(call.tool) === 'slow';
  const child = answer.children.find((one) => one.callId === call.id);
  if (slow && !child) return null;
  // the next question is timed from this one, not from its answer.
  const askAgain = (period: number): void => {
    call.dueT = onGrid(moment.t, answer.t, period);
  };
  if (slow && child?.alive === true) {
    session.lastSignalT = Math.max(session.lastSignalT, answer.t);
    const closes = call.flag !== null && !othersOwnTheChild(session, call);
    if (closes) runCall(session, call, 'child-seen', { moment: answer, timers });
    if (!closes || call.asks) askAgain(timers.toolSlow);
    return closes
      ? { ...quiet('X-28', 'children-probed', answer), to: call.agentId === null ? 'working' : null }
      : quiet('A-03', 'children-probed', answer);
  }
  if (call.flag !== null) {
    if (slow) askAgain(timers.toolSlow);
    else call.dueT = null;
    return quiet('X-30', 'children-probed', answer);
  }
  if (session.cliState?.state === 'busy') {
    // That it stops being busy is told by itself; this is for when that was lost.
    askAgain(Math.max(toolTimer(call.tool, timers), timers.toolMedium));
    // Told just now it is a sign of life, as a child process is; an old word is none.
    if (session.cliState.seq === answer.hostSeq) session.lastSignalT = Math.max(session.lastSignalT, answer.t);
    return quiet('X-27', 'cli-state busy', answer);
  }
  return reportSilence(session, call, { timers, moment });
}

/** A-02; where the CLI says that it waits, that is no guess. */
function reportSilence(session: Session, call: ToolCall, { timers, moment }: Pick<Firing, 'timers' | 'moment'>): Fired {
  const { cliState } = session;
  const saysSo = cliState?.state === 'waiting' && cliState.sinceT >= call.beganT;
  turnCall(session, call, saysSo ? 'silent-waiting' : 'silent', moment);
  call.dueT = nextProbe(call, moment.t, timers);
  const event = `no end of ${call.tool} in time${saysSo ? ', and the CLI says that it waits' : ''}`;
  return { rule: saysSo ? 'X-27' : 'A-02', event, guess: !saysSo, moment, to: null };
}

/** all agents of a session share its process; an Agent call starts none of its own. */
const othersOwnTheChild = (session: Session, call: ToolCall): boolean =>
  call.flag === 'reported' &&
  session.calls.some(
    (one) => one !== call && one.flag === null && toolClass(one.tool) === 'slow' && !isAgentTool(one.tool),
  );

/** an answer that comes late, when its call was guessed about already, takes the guess back. */
export function takeBackGuesses(
  session: Session,
  { moment, children }: { moment: Moment; children: ChildAnswers },
  timers: Timers,
): Cause | null {
  const alive = new Set(children.filter((child) => child.alive === true).map((child) => child.callId));
  const wrong = openDialogs(session).filter((call) => call.flag === 'guess' && alive.has(call.id));
  for (const call of wrong) {
    runCall(session, call, 'child-seen', { moment, timers });
    session.lastSignalT = Math.max(session.lastSignalT, moment.t);
  }
  return wrong.length === 0 ? null : causeOf(moment, 'X-30', 'children-probed');
}
