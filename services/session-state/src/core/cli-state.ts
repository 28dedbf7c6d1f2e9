import type { CliSessionId, Status, Timers } from '@pitwall/contracts';
import { turnCall, turnCalls } from './call-table.js';
import { armTimer, nextProbe, runCall } from './calls.js';
import type { Moment } from './moment.js';
import { causeOf, type Cause, type CliState, type Session, type ToolCall } from './session.js';
import { setBaseByState } from './set-base.js';
import { openDialogs } from './show-status.js';
import { failForegroundRuns } from './subagent-runs.js';

/** What the CLI's own files say, and since when. */
export interface StateTold {
  readonly cliSessionId: CliSessionId;
  readonly state: CliState['state'];
  readonly sinceT: number;
}

interface StateCase {
  readonly session: Session;
  readonly told: StateTold;
  readonly moment: Moment;
  readonly timers: Timers;
}

export interface CliStateRule {
  readonly id: string;
  readonly states: readonly CliState['state'][];
  readonly to: Status | 'keep';
  /** Makes the change; false: there was nothing to change. */
  readonly does: (told: StateCase) => boolean;
  /** Whether the main agent's own status changes; the card may show a dialog over it. */
  readonly sets: (told: StateCase) => boolean;
  /** In words, for docs/session-states.md. */
  readonly note: string;
}

const inTurn = ({ base }: Session): boolean => base === 'prompting' || base === 'working';

/** what was reported after the CLI's file was written is newer than the file. */
const reportedAfter = (call: ToolCall, sinceT: number): boolean =>
  call.flag === 'reported' && (call.flaggedT ?? 0) > sinceT;

const isOver = (call: ToolCall, { told }: StateCase): boolean =>
  call.agentId === null && call.beganT <= told.sinceT && !reportedAfter(call, told.sinceT);

function rest(state: StateCase): boolean {
  const { session, moment } = state;
  const over = session.calls.filter((call) => isOver(call, state));
  failForegroundRuns(session, moment, (call) => over.includes(call));
  turnCalls(session, 'idle', moment, (call) => over.includes(call));
  return over.length > 0 || inTurn(session);
}

function goOn(state: StateCase): boolean {
  const { session, told } = state;
  const settled = openDialogs(session).filter((call) => !reportedAfter(call, told.sinceT));
  for (const call of settled) runCall(session, call, 'busy', state);
  if (settled.length > 0) session.lastSignalT = Math.max(session.lastSignalT, state.moment.t);
  return settled.length > 0;
}

function confirm({ session, told, moment, timers }: StateCase): boolean {
  const guesses = session.calls.filter((call) => call.flag === 'guess' && call.beganT <= told.sinceT);
  for (const call of guesses) {
    turnCall(session, call, 'waiting', moment);
    call.dueT = nextProbe(call, moment.t, timers);
  }
  return guesses.length > 0;
}

/** What the CLI's own word means; it never raises a status otherwise. docs/session-states.md is printed from this. */
export const CLI_STATE_RULES: readonly CliStateRule[] = [
  {
    id: 'X-27',
    states: ['idle', 'shell'],
    to: 'waiting',
    does: rest,
    sets: ({ session }) => inTurn(session) || session.base === 'idle',
    note: 'in a turn, or with an open dialog: closes the main agent’s calls and dialogs; foreground runs fail as in X-62, a background subagent’s dialog stays. A repeated one restarts nothing',
  },
  {
    id: 'X-27',
    states: ['busy'],
    to: 'working',
    does: goOn,
    sets: () => true,
    note: 'with an open dialog: it was answered, or the guess was wrong',
  },
  {
    id: 'X-27',
    states: ['waiting'],
    to: 'keep',
    does: confirm,
    sets: () => false,
    note: 'confirms a guess; what can be answered is only what the CLI asked for by a PermissionRequest',
  },
];

/** the tool's timer starts anew when the CLI stops being busy. */
function busyEnded({ session, told, timers }: StateCase): void {
  for (const call of session.calls) if (call.flag === null) armTimer(call, Math.max(call.beganT, told.sinceT), timers);
}

/** Takes in what the CLI says of itself; null when it means nothing to this card now. */
export function applyCliState(session: Session, told: StateTold, moment: Moment, timers: Timers): Cause | null {
  const before = session.cliState;
  if (session.base === 'ended' || !isOfThisCard(session, told)) return null;
  if (before && moment.hostSeq < before.seq) return null;
  const state: StateCase = { session, told, moment, timers };
  const wasSilent = session.silent;
  const { cliSessionId, sinceT } = told;
  session.silent = false;
  session.cliState = { cliSessionId, state: told.state, sinceT, seq: moment.hostSeq };
  if (before?.state === 'busy' && told.state !== 'busy') busyEnded(state);
  const cause = causeOf(moment, 'X-27', `cli-state ${told.state}`);
  const rule = CLI_STATE_RULES.find((row) => row.states.includes(told.state));
  if (!rule) return null;
  const hadMain = openDialogs(session).some((call) => call.agentId === null);
  const sets = rule.sets(state);
  if (!rule.does(state)) return wasSilent ? causeOf(moment, 'X-18', `cli-state ${told.state}`) : null;
  if (rule.to !== 'keep' && sets && (hadMain || inTurn(session))) become(session, rule.to, cause, told.sinceT);
  return cause;
}

/** Before the first hook the card has no conversation yet: what the host tells of its terminal is about it. */
const isOfThisCard = ({ cliSessionId }: Session, told: StateTold): boolean =>
  cliSessionId === null || cliSessionId === told.cliSessionId;

function become(session: Session, to: Status, cause: Cause, sinceT: number): void {
  const before = session.base;
  setBaseByState(session, to, cause, sinceT);
  if (to === 'waiting' && before !== 'waiting' && session.base === 'waiting') {
    session.lastStopT = Math.max(session.lastStopT ?? 0, cause.t);
  }
}
