import type { HookPayload, Status, Timers } from '@pitwall/contracts';
import { closeCalls, endCall, openCall, reportDialog, reportNewestCall, type Moment } from './calls.js';
import { closeRun } from './cli-runs.js';
import { payloadText } from './payload-text.js';
import type { Session, ToolCall } from './session.js';
import { agentCallEnded, beginRun, endRun, failAllRuns, failForegroundRuns } from './subagent-runs.js';
import { isAgentTool, isUserInputTool } from './tool-classes.js';

/** One hook in its session; `session` is a draft that the row's `does` changes. */
export interface HookCase {
  readonly session: Session;
  readonly payload: HookPayload;
  readonly requestId: string | null;
  readonly moment: Moment;
  readonly timers: Timers;
}

export interface HookRule {
  readonly id: string;
  readonly on: string;
  readonly when?: (hook: HookCase) => boolean;
  /** The main agent's status from here on; `keep` leaves it. */
  readonly to: Status | 'keep';
  /** What else the hook means; `false`: it is a duplicate and sets nothing. */
  readonly does?: (hook: HookCase) => boolean | void;
  /** `when` and `does` in words, for docs/session-states.md. */
  readonly note?: string;
}

const inTurn = ({ session }: HookCase): boolean => session.base === 'prompting' || session.base === 'working';
const isCompact = ({ payload }: HookCase): boolean => payload.source === 'compact';
const goesOn = ({ payload }: HookCase): boolean => payload.reason === 'clear' || payload.reason === 'resume';
const isPermissionNotice = ({ payload }: HookCase): boolean =>
  payload['notification_type'] === 'permission_prompt' ||
  (payload['notification_type'] === undefined && /permission/i.test(payloadText(payload, 'message')));
/** an open dialog is no turn that lost its Stop. */
const isLostStop = ({ session, payload }: HookCase): boolean =>
  payload['notification_type'] === 'idle_prompt' && (session.status === 'prompting' || session.status === 'working');
const isSynthetic = ({ payload }: HookCase): boolean =>
  payloadText(payload, 'prompt').startsWith('<task-notification>');
const asksPerson = ({ payload }: HookCase): boolean => isUserInputTool(payload.tool_name ?? '');

const startAfresh = ({ session, moment }: HookCase): void => {
  session.calls = [];
  failAllRuns(session, moment);
};

const beginTurn = (hook: HookCase): void => {
  const { session, moment } = hook;
  failForegroundRuns(session, moment);
  const synthetic = isSynthetic(hook);
  const ends = (call: ToolCall): boolean => call.agentId === null || (!synthetic && call.flag !== null);
  closeCalls(session, (call) => call.beganSeq < moment.hostSeq && ends(call));
  const next = session.turns.find((turn) => turn.phase === 'delivered');
  if (!synthetic) session.turns = session.turns.filter((turn) => turn !== next && turn.phase !== 'failed');
};

const endTurn = ({ session, moment }: HookCase): void => {
  failForegroundRuns(session, moment);
  closeCalls(session, (call) => call.agentId === null && call.beganSeq < moment.hostSeq);
  session.lastStopT = moment.t;
};

const endToolCall = ({ session, payload, moment, timers }: HookCase): boolean => {
  if (isAgentTool(payload.tool_name ?? '')) agentCallEnded(session, payload, moment, timers);
  return endCall(session, payload);
};

const endBatch = ({ session, payload }: HookCase): void => {
  const listed = Array.isArray(payload['tool_calls']) ? (payload['tool_calls'] as HookPayload[]) : [];
  for (const call of listed) endCall(session, { ...payload, ...call });
};

const report = (hook: HookCase): void => reportDialog(hook.session, hook);

const endSession = (hook: HookCase): void => {
  startAfresh(hook);
  closeRun(hook.session, hook.moment.at);
};

/** What each hook of the main agent means: the first row that fits. docs/session-states.md is printed from this. */
export const HOOK_RULES: readonly HookRule[] = [
  {
    id: 'X-12',
    on: 'SessionStart',
    when: (hook) => isCompact(hook) && inTurn(hook),
    to: 'keep',
    note: 'compacted in a turn',
  },
  { id: 'X-12', on: 'SessionStart', when: isCompact, to: 'idle', note: 'compacted elsewhere' },
  { id: 'S-02', on: 'SessionStart', to: 'idle', does: startAfresh, note: 'closes calls and subagent runs' },
  {
    id: 'S-02',
    on: 'UserPromptSubmit',
    to: 'prompting',
    does: beginTurn,
    note: 'closes the main calls; a typed one every dialog (X-20)',
  },
  {
    id: 'S-02',
    on: 'PreToolUse',
    to: 'working',
    does: ({ session, payload, moment, timers }) => openCall(session, payload, moment, timers),
    note: 'opens a call with its timer (A-01); a known one is a duplicate (X-03)',
  },
  { id: 'S-02', on: 'PostToolUse', to: 'working', does: endToolCall, note: 'closes its call, once (X-03)' },
  { id: 'S-02', on: 'PostToolUseFailure', to: 'working', does: endToolCall, note: 'likewise' },
  { id: 'X-10', on: 'PostToolBatch', to: 'working', does: endBatch, note: 'closes the calls that it lists' },
  {
    id: 'X-15',
    on: 'PermissionRequest',
    when: asksPerson,
    to: 'keep',
    does: report,
    note: 'of a question or plan: shows input',
  },
  { id: 'A-05', on: 'PermissionRequest', to: 'keep', does: report, note: 'shows approval' },
  {
    id: 'A-06',
    on: 'Notification',
    when: isPermissionNotice,
    to: 'keep',
    does: ({ session, moment }) => reportNewestCall(session, moment),
    note: 'of a permission prompt, while a call is open: shows approval',
  },
  {
    id: 'X-14',
    on: 'Notification',
    when: isLostStop,
    to: 'waiting',
    does: endTurn,
    note: 'idle in a turn: a lost Stop',
  },
  { id: 'S-02', on: 'Stop', to: 'waiting', does: endTurn, note: 'closes the main calls' },
  { id: 'X-11', on: 'StopFailure', to: 'waiting', does: endTurn, note: 'likewise' },
  { id: 'X-11', on: 'Interrupt', to: 'waiting', does: endTurn, note: 'likewise (Codex)' },
  { id: 'X-11', on: 'agent-turn-complete', to: 'waiting', does: endTurn, note: 'likewise (Codex)' },
  {
    id: 'X-13',
    on: 'SessionEnd',
    when: goesOn,
    to: 'keep',
    does: ({ session, moment }) => closeRun(session, moment.at),
    note: 'by clear or resume: the process goes on',
  },
  { id: 'S-02', on: 'SessionEnd', to: 'ended', does: endSession, note: 'closes calls and subagent runs' },
];

/** What each hook of a subagent means; none sets the leader's own status (G-03). */
export const SUBAGENT_RULES: readonly Omit<HookRule, 'to'>[] = [
  {
    id: 'G-03',
    on: 'SubagentStart',
    does: ({ session, payload, moment }) => void beginRun(session, payload, moment),
    note: 'a run begins; so it does with its first other event (X-61)',
  },
  {
    id: 'G-03',
    on: 'SubagentStop',
    does: ({ session, payload, moment, timers }) => endRun(session, payload.agent_id ?? '', moment, timers),
    note: 'the run is done; alone it makes none (X-61)',
  },
  {
    id: 'G-03',
    on: 'PreToolUse',
    does: ({ session, payload, moment, timers }) => {
      const run = beginRun(session, payload, moment);
      if (openCall(session, payload, moment, timers) && run) run.toolCount += 1;
    },
    note: 'opens a call of the run and counts it',
  },
  { id: 'G-03', on: 'PostToolUse', does: ({ session, payload }) => endCall(session, payload), note: 'closes its call' },
  { id: 'G-03', on: 'PostToolUseFailure', does: ({ session, payload }) => endCall(session, payload), note: 'likewise' },
  { id: 'X-10', on: 'PostToolBatch', does: endBatch, note: 'closes the calls that it lists' },
  { id: 'X-15', on: 'PermissionRequest', when: asksPerson, does: report, note: 'of a question or plan: shows input' },
  { id: 'A-05', on: 'PermissionRequest', does: report, note: 'shows approval on the leader' },
];

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

const closeEverything = (session: Session, moment: Moment): void => {
  session.calls = [];
  failAllRuns(session, moment);
};

/** What each status becomes if nothing else happens. docs/session-states.md is printed from this. */
export const TIMEOUT_RULES: readonly TimeoutRule[] = [
  {
    id: 'S-08',
    timer: 'connectingIdle',
    from: ['connecting'],
    to: 'idle',
    since: (session) => (session.terminalOpen ? session.statusT : null),
    note: 'since its terminal opened; output does not restart it',
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
    note: 'since the last Stop, or since it shows',
  },
  {
    id: 'S-06',
    timer: 'dialogIdle',
    from: ['approval', 'input'],
    to: 'idle',
    since: newestGuess,
    does: (session) => {
      session.calls = [];
    },
    note: 'since the newest guess; closes the calls. Never while the CLI itself reports a dialog',
  },
  {
    id: 'S-07',
    timer: 'workingIdle',
    from: ['working'],
    to: 'idle',
    since: (session) => session.lastSignalT,
    does: closeEverything,
    note: 'since the last hook, probe or answer; closes calls and subagent runs',
  },
];
