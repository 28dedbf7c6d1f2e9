import type { Status, Timers } from '@pitwall/contracts';
import { turnCalls } from './call-table.js';
import type { Moment } from './moment.js';
import type { Session } from './session.js';
import { failAllRuns } from './subagent-runs.js';
import { dropDelivered } from './turns.js';

export interface TimeoutRule {
  readonly id: string;
  readonly timer: keyof Timers;
  readonly from: readonly Status[];
  readonly to: Status;
  /** Host time from which the timer counts; null: it doesn't run. */
  readonly since: (session: Session) => number | null;
  readonly does?: (session: Session, moment: Moment) => void;
  /** `since` and `does` in words, for docs/session-states.md. */
  readonly note: string;
}

const newestGuess = (session: Session): number | null => {
  const flagged = session.calls.filter((call) => call.flag !== null);
  if (flagged.some((call) => call.flag === 'reported')) return null;
  return flagged.reduce<number | null>((newest, call) => Math.max(newest ?? 0, call.flaggedT ?? 0), null);
};

const giveUp = (session: Session, moment: Moment): void => {
  turnCalls(session, 'given-up', moment);
  failAllRuns(session, moment);
  dropDelivered(session);
};

/** What each status becomes if nothing else happens. docs/session-states.md is printed from this. */
export const TIMEOUT_RULES: readonly TimeoutRule[] = [
  {
    id: 'R-02',
    timer: 'resumeWindow',
    from: ['connecting'],
    to: 'idle',
    since: (session) => (session.resuming ? session.statusT : null),
    does: (session) => {
      session.resuming = false;
    },
    note: 'since the line that resumes was typed (X-44)',
  },
  {
    id: 'S-08',
    timer: 'connectingIdle',
    from: ['connecting'],
    to: 'idle',
    since: (session) =>
      (session.terminalOpen || session.origin === 'external') && !session.resuming ? session.statusT : null,
    note: 'since its terminal opened, or since it was seen; output does not restart it',
  },
  {
    id: 'S-04',
    timer: 'promptingQuiet',
    from: ['prompting'],
    to: 'waiting',
    since: (session) => Math.max(session.lastHookT, session.lastOutputT ?? 0),
    note: 'since the last hook or terminal output',
  },
  {
    id: 'S-05',
    timer: 'waitingIdle',
    from: ['waiting'],
    to: 'idle',
    since: (session) => Math.max(session.statusT, session.lastStopT ?? 0),
    does: dropDelivered,
    note: 'since the last Stop, or since it shows',
  },
  {
    id: 'S-06',
    timer: 'dialogIdle',
    from: ['approval', 'input'],
    to: 'idle',
    since: newestGuess,
    does: (session, moment) => turnCalls(session, 'given-up', moment),
    note: 'since the newest guess; closes the calls. Never while the CLI itself reports a dialog',
  },
  {
    id: 'S-07',
    timer: 'workingIdle',
    from: ['working'],
    to: 'idle',
    since: (session) => session.lastSignalT,
    does: giveUp,
    note: 'since the last hook, probe or answer; closes calls and subagent runs',
  },
];
