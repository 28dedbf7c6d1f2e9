import type { SessionEventName, SessionEventOf, Timers } from '@pitwall/contracts';
import { applyCliState } from './cli-state.js';
import { requestAnswered, requestWithdrawn } from './dialogs.js';
import * as facts from './host-facts.js';
import { reduceHook } from './reduce-hook.js';
import type { Cause, Session } from './session.js';
import { teamChanged } from './team.js';
import { turnRefused, turnTyped } from './turns.js';

/** `checked` is no fact of its own: it lets what is due fire. */
export type FactName = Exclude<SessionEventName, 'checked'>;

export interface FactRule<K extends FactName> {
  readonly id: string;
  /** What the card shows after it, in words; empty: it stays. */
  readonly shows: string;
  readonly note: string;
  /** Applies it to the draft and says what it meant; null: nothing that the card shows. */
  readonly does: (draft: Session, event: SessionEventOf<K>, timers: Timers) => Cause | null;
}

/** What each event of a session's log means. docs/session-states.md is printed from this. */
export const FACT_RULES: { readonly [K in FactName]: FactRule<K> } = {
  opened: {
    id: 'S-03',
    shows: 'connecting',
    note: 'a terminal of ours is there; after a stop it is ended again',
    does: facts.opened,
  },
  linked: {
    id: 'M-06',
    shows: '',
    note: 'its conversation is this card’s from here on; a new one leaves `ended` (X-17) and is a run (X-65)',
    does: facts.linked,
  },
  unlinked: {
    id: 'M-06',
    shows: 'connecting, ended',
    note: 'its conversation moved to another card, with all that it did; without an open terminal the card has ended',
    does: facts.unlinked,
  },
  'resume-typed': {
    id: 'R-02',
    shows: 'connecting',
    note: 'until its SessionStart, or for two minutes (X-44)',
    does: facts.resumeTyped,
  },
  hook: { id: 'S-02', shows: 'see below', note: 'by the two tables of hooks', does: reduceHook },
  'cli-state': {
    id: 'X-27',
    shows: 'see below',
    note: 'by the table of what the CLI says of itself',
    does: (draft, event, timers) => applyCliState(draft, event.data, event, timers),
  },
  'request-answered': {
    id: 'X-28',
    shows: 'working',
    note: 'a dialog was answered through Pitwall; its call is never guessed about again (X-32)',
    does: requestAnswered,
  },
  'request-withdrawn': {
    id: 'A-08',
    shows: 'waiting',
    note: 'a dialog was left in the terminal; a subagent’s leaves the leader as it is',
    does: requestWithdrawn,
  },
  'process-seen': {
    id: 'S-09',
    shows: '',
    note: 'whose end will be the card’s',
    does: (draft, { data }) => {
      draft.process = data.process;
      return null;
    },
  },
  'process-gone': {
    id: 'S-09',
    shows: 'ended',
    note: 'of this card’s process; not while a resume is pending (X-44)',
    does: facts.processGone,
  },
  'terminal-active': {
    id: 'S-04',
    shows: '',
    note: 'output of its terminal restarts the 30 s',
    does: (draft, { t }) => {
      draft.lastOutputT = Math.max(draft.lastOutputT ?? 0, t);
      return null;
    },
  },
  'terminal-open-failed': {
    id: 'S-09',
    shows: 'ended',
    note: 'with the reason that the host gave',
    does: facts.terminalOpenFailed,
  },
  'terminal-closed': { id: 'S-09', shows: 'ended', note: 'at once (X-49)', does: facts.terminalClosed },
  'team-changed': { id: 'G-01', shows: '', note: 'leader and members of its team', does: teamChanged },
  'turn-typed': { id: 'Q-01', shows: '', note: 'a turn is delivered', does: turnTyped },
  'turn-refused': { id: 'Q-01', shows: '', note: 'a turn could not be typed', does: turnRefused },
};

type FactEvent = { [K in FactName]: SessionEventOf<K> }[FactName];

/** The table has, under each name, the rule for events of that name. */
export const applyFact = (draft: Session, event: FactEvent, timers: Timers): Cause | null =>
  (FACT_RULES[event.event] as FactRule<FactName>).does(draft, event, timers);
