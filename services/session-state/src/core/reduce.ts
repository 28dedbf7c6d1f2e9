import type { SessionEvent, SessionEventOf, Status, Timers } from '@pitwall/contracts';
import { applyCliState } from './cli-state.js';
import { takeBackGuesses, fireNext, type Fired } from './deadlines.js';
import { applyFact } from './fact-table.js';
import { end } from './host-facts.js';
import { stopAgain, type CommandFact } from './launch.js';
import { draftOf, type Cause, type Session } from './session.js';
import { showStatus } from './show-status.js';

/** A change of what the card shows, for the history. */
export interface Transition {
  readonly status: Status;
  readonly cause: Cause;
}

export interface Reduced {
  readonly state: Session;
  readonly effects: readonly Transition[];
  /** What the session's host is asked to do now. */
  readonly commands: readonly CommandFact[];
  /** Id of the row that decided; null when the event means nothing to this card. */
  readonly rule: string | null;
}

/** The one way in which a session changes by what happened on its host. Pure: the event brings its time. */
export function reduce(session: Session, event: SessionEvent, timers: Timers): Reduced {
  if (event.event === 'unknown') return { state: session, effects: [], commands: [], rule: null };
  const draft = draftOf(session);
  draft.wallOffset = event.at - event.t;
  draft.revision += 1;
  if (event.event === 'checked') return reduceChecked(draft, event, timers);
  const cause = applyFact(draft, event, timers);
  const changed = cause !== null && showStatus(draft, cause);
  const effects = changed ? [{ status: draft.status, cause: draft.cause }] : [];
  const commands = event.event === 'opened' ? stopAgain(draft) : [];
  return { state: draft, effects, commands, rule: cause?.rule ?? null };
}

/**
 * the host's answer, behind all that happened before it; only now may deadlines fire, in order, when they were
 * due. What the CLI says of itself comes first: it has been so since before the answer.
 */
function reduceChecked(draft: Session, event: SessionEventOf<'checked'>, timers: Timers): Reduced {
  const { lastOutputT, processAlive, children, cliState } = event.data;
  draft.lastOutputT = lastOutputT === null ? draft.lastOutputT : Math.max(draft.lastOutputT ?? 0, lastOutputT);
  const effects: Transition[] = [];
  let rule: string | null = null;
  const show = (cause: Cause | null): void => {
    if (cause === null) return;
    rule = cause.rule;
    if (showStatus(draft, cause)) effects.push({ status: draft.status, cause });
  };
  if (cliState) show(applyCliState(draft, cliState, sinceMoment(draft, event, cliState.sinceT), timers));
  show(takeBackGuesses(draft, { moment: event, children }, timers));
  const answer = { hostSeq: event.hostSeq, t: event.t, at: event.at, children };
  for (let fired = fireNext(draft, timers, answer); fired; fired = fireNext(draft, timers, answer)) {
    show(fireInto(draft, fired));
  }
  if (processAlive === false && !draft.resuming) show(end(draft, event, 'process-gone'));
  return { state: draft, effects, commands: [], rule };
}

/** When the CLI changed its state: not before what the card shows already, and not after the answer. */
function sinceMoment(draft: Session, { hostSeq, t, at }: SessionEventOf<'checked'>, sinceT: number) {
  const when = Math.min(t, Math.max(sinceT, draft.statusT));
  return { hostSeq, t: when, at: at - (t - when) };
}

function fireInto(draft: Session, { rule, event, guess, moment, to }: Fired): Cause {
  const cause: Cause = { rule, event, guess, at: moment.at, t: moment.t };
  if (to !== null) {
    draft.base = to;
    draft.baseCause = cause;
  }
  return cause;
}
