import type { SessionEvent, SessionEventOf, Status, Timers } from '@pitwall/contracts';
import { cutText, sameProcess } from '@pitwall/contracts';
import { closeCalls, type Moment } from './calls.js';
import { closeRun, openRun } from './cli-runs.js';
import { fireNext, settleDialog } from './deadlines.js';
import { reduceHook, setBase } from './reduce-hook.js';
import { draftOf, type Cause, type Session } from './session.js';
import { showStatus } from './show-status.js';
import { failAllRuns } from './subagent-runs.js';

/** A change of what the card shows, for the history. */
export interface Transition {
  readonly status: Status;
  readonly cause: Cause;
}

export interface Reduced {
  readonly state: Session;
  readonly effects: readonly Transition[];
  /** Id of the row that decided; null when the event means nothing to this card. */
  readonly rule: string | null;
}

type Known = Exclude<SessionEvent, { event: 'unknown' }>;

/** The one way in which a session changes by what happened on its host. Pure: the event brings its time. */
export function reduce(session: Session, event: SessionEvent, timers: Timers): Reduced {
  if (event.event === 'unknown') return { state: session, effects: [], rule: null };
  const draft = draftOf(session);
  draft.wallOffset = event.at - event.t;
  draft.revision += 1;
  if (event.event === 'checked') return reduceChecked(draft, event, timers);
  const cause = apply(draft, event, timers);
  const changed = cause !== null && showStatus(draft, cause);
  const effects = changed ? [{ status: draft.status, cause: draft.cause }] : [];
  return { state: draft, effects, rule: cause?.rule ?? null };
}

function apply(draft: Session, event: Exclude<Known, { event: 'checked' }>, timers: Timers): Cause | null {
  switch (event.event) {
    case 'hook':
      return reduceHook(draft, event, timers);
    case 'opened':
      return opened(draft, event);
    case 'linked':
      return linked(draft, event);
    case 'unlinked':
    case 'team-changed':
    case 'cli-state':
    case 'resume-typed':
      return null;
    case 'terminal-active':
      draft.lastOutputT = event.t;
      return null;
    case 'process-seen':
      draft.process = event.data.process;
      return null;
    case 'process-gone':
      return processGone(draft, event);
    case 'terminal-open-failed':
      return end(draft, event, `terminal not opened: ${event.data.reason}`);
    case 'terminal-closed':
      draft.terminalOpen = false;
      return end(draft, event, `terminal-closed (${event.data.cause})`);
    case 'turn-typed':
      setTurnPhase(draft, event.data.turnId, 'delivered');
      return null;
    case 'turn-refused':
      setTurnPhase(draft, event.data.turnId, 'failed');
      return null;
    case 'request-answered':
      return requestAnswered(draft, event);
    case 'request-withdrawn':
      return requestWithdrawn(draft, event);
  }
}

const causeOf = (event: Moment, rule: string, label: string): Cause => ({
  rule,
  event: label,
  at: event.at,
  t: event.t,
  guess: false,
});

function opened(draft: Session, event: SessionEventOf<'opened'>): null {
  draft.terminalId = event.data.terminalId;
  draft.terminalOpen = event.data.terminalId !== null;
  draft.cwd = event.data.cwd;
  draft.statusT = event.t;
  draft.lastSignalT = event.t;
  draft.lastSignalAt = event.at;
  return null;
}

/** The hook that follows says what the agent does; a new id on an ended card brings it back to life. */
function linked(draft: Session, event: SessionEventOf<'linked'>): null {
  const { cliSessionId, step, evidence, process } = event.data;
  if (draft.cliSessionId !== cliSessionId) {
    openRun(draft, cliSessionId, event.at);
    if (draft.base === 'ended') draft.base = 'connecting';
  }
  draft.cliSessionId = cliSessionId;
  draft.match = { step, evidence };
  draft.process = process ?? draft.process;
  return null;
}

function processGone(draft: Session, event: SessionEventOf<'process-gone'>): Cause | null {
  const another = draft.process !== null && !sameProcess(draft.process, event.data.process);
  if (another) return null;
  // An agent that never reported has most likely said in its terminal why it left.
  const said = draft.silent ? event.data.lastLines.findLast((line) => line.trim() !== '') : undefined;
  return end(draft, event, said === undefined ? 'process-gone' : `process-gone: ${cutText(said.trim(), 200)}`);
}

/** S-09: the agent is not there any more, and said nothing. */
function end(draft: Session, event: Moment, label: string): Cause | null {
  if (draft.base === 'ended') return null;
  const cause = causeOf(event, 'S-09', label);
  draft.calls = [];
  failAllRuns(draft, event);
  closeRun(draft, event.at);
  setBase(draft, 'ended', cause, event.hostSeq);
  return cause;
}

function setTurnPhase(draft: Session, turnId: string, phase: 'delivered' | 'failed'): void {
  const turn = draft.turns.find((one) => one.turnId === turnId);
  if (turn) turn.phase = phase;
}

function requestAnswered(draft: Session, event: SessionEventOf<'request-answered'>): Cause | null {
  const { requestId, behavior, delivered } = event.data;
  const call = settleDialog(draft, requestId, behavior === 'allow');
  if (!call || draft.base === 'ended') return null;
  const by = call.answer ? ` by ${call.answer.by}` : '';
  const label = delivered ? `answered: ${behavior}${by}` : 'answered in the terminal';
  const cause = causeOf(event, 'X-28', label);
  draft.lastSignalT = event.t;
  setBase(draft, 'working', cause, event.hostSeq);
  return cause;
}

/** The person left the dialog with Esc or No: the turn is over, and no hook says so. */
function requestWithdrawn(draft: Session, event: SessionEventOf<'request-withdrawn'>): Cause | null {
  const call = draft.calls.find((one) => one.requestId === event.data.requestId);
  if (!call) return null;
  const cause = causeOf(event, 'A-08', 'dialog dismissed in the terminal');
  closeCalls(draft, (one) => one === call || (call.agentId === null && one.agentId === null));
  draft.lastSignalT = event.t;
  if (call.agentId !== null) return cause;
  setBase(draft, 'waiting', cause, event.hostSeq);
  draft.lastStopT = event.t;
  return cause;
}

/** the host's answer, behind all that happened before it; only now may deadlines fire, in order, when they were due. */
function reduceChecked(draft: Session, event: SessionEventOf<'checked'>, timers: Timers): Reduced {
  draft.lastOutputT = event.data.lastOutputT ?? draft.lastOutputT;
  const effects: Transition[] = [];
  let rule: string | null = null;
  const answer = { hostSeq: event.hostSeq, t: event.t, at: event.at, children: event.data.children };
  for (let fired = fireNext(draft, timers, answer); fired; fired = fireNext(draft, timers, answer)) {
    rule = fired.rule;
    const { moment, ...why } = fired;
    const cause: Cause = { rule: why.rule, event: why.event, guess: why.guess, at: moment.at, t: moment.t };
    if (fired.to !== null) draft.base = fired.to;
    if (fired.to !== null) draft.baseCause = cause;
    if (showStatus(draft, cause)) effects.push({ status: draft.status, cause });
  }
  if (event.data.processAlive === false) {
    const cause = end(draft, event, 'process-gone');
    if (cause && showStatus(draft, cause)) effects.push({ status: draft.status, cause });
  }
  return { state: draft, effects, rule };
}
