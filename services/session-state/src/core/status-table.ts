import type { HookPayload, Status, Timers } from '@pitwall/contracts';
import { turnCalls } from './call-table.js';
import { endCall, openCall } from './calls.js';
import { closeRun, endCliRun } from './cli-runs.js';
import { reportDialog, reportNewestCall } from './dialogs.js';
import type { Moment } from './moment.js';
import { payloadText } from './payload-text.js';
import type { Session } from './session.js';
import { isOlder } from './set-base.js';
import { openDialogs } from './show-status.js';
import { agentCallEnded, beginRun, countCall, isAfterEnd, stopRun } from './subagent-runs.js';
import { isAgentTool, isUserInputTool } from './tool-classes.js';
import { closeAll, closeTurn } from './turn-ends.js';
import { acknowledgeTurn, isKnownPrompt } from './turns.js';

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
const isLostStop = (hook: HookCase): boolean =>
  hook.payload['notification_type'] === 'idle_prompt' && inTurn(hook) && openDialogs(hook.session).length === 0;
const isSynthetic = ({ payload }: HookCase): boolean =>
  payloadText(payload, 'prompt').startsWith('<task-notification>');
const asksPerson = ({ payload }: HookCase): boolean => isUserInputTool(payload.tool_name ?? '');

const startAfresh = ({ session, moment }: HookCase): void => closeAll(session, moment);

const beginTurn = (hook: HookCase): boolean => {
  const { session, payload, moment } = hook;
  if (isKnownPrompt(session, payload)) return false;
  closeTurn(session, moment);
  if (isSynthetic(hook)) return true;
  turnCalls(session, 'typed-prompt', moment, (call) => call.agentId !== null && call.beganSeq < moment.hostSeq);
  acknowledgeTurn(session, payload);
  return true;
};

const endTurn = (hook: HookCase): void => {
  closeTurn(hook.session, hook.moment);
  hook.session.lastStopT = Math.max(hook.session.lastStopT ?? 0, hook.moment.t);
};

const endToolCall = ({ session, payload, moment, timers }: HookCase): boolean => {
  if (isAgentTool(payload.tool_name ?? '')) agentCallEnded(session, payload, moment, timers);
  return endCall(session, payload, moment);
};

/** A second report of a batch tells nothing new. */
const endBatch = ({ session, payload, moment }: HookCase): boolean => {
  const listed = Array.isArray(payload['tool_calls']) ? (payload['tool_calls'] as HookPayload[]) : [];
  const ended = listed.map((call) => endCall(session, { ...payload, ...call }, moment));
  return ended.length === 0 || ended.includes(true);
};

const report = (hook: HookCase): void => reportDialog(hook.session, hook);

const endSession = (hook: HookCase): void => {
  startAfresh(hook);
  if (!isOlder(hook.session, hook.moment)) endCliRun(hook.session, hook.moment.at);
};

const openSubagentCall = ({ session, payload, moment, timers }: HookCase): void => {
  const run = beginRun(session, payload, moment);
  if (run) countCall(run, payload.tool_use_id);
  if (!isAfterEnd(run, moment)) openCall(session, payload, moment, timers);
};

const endSubagentCall = ({ session, payload, moment }: HookCase): void => {
  const run = beginRun(session, payload, moment);
  if (run) countCall(run, payload.tool_use_id);
  endCall(session, payload, moment);
};

const reportSubagentDialog = (hook: HookCase): void => {
  if (!isAfterEnd(beginRun(hook.session, hook.payload, hook.moment), hook.moment)) report(hook);
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
    does: ({ session, moment, timers }) => reportNewestCall(session, moment, timers),
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
    id: 'X-44',
    on: 'SessionEnd',
    when: ({ session }) => session.resuming,
    to: 'keep',
    note: 'while a resume is pending: the conversation could not be resumed, and a fresh agent follows',
  },
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
    does: ({ session, payload, moment, timers }) => stopRun(session, payload, moment, timers),
    note: 'the run is done; alone it makes none (X-61)',
  },
  { id: 'G-03', on: 'PreToolUse', does: openSubagentCall, note: 'opens a call of the run and counts it, once' },
  { id: 'G-03', on: 'PostToolUse', does: endSubagentCall, note: 'closes its call' },
  { id: 'G-03', on: 'PostToolUseFailure', does: endSubagentCall, note: 'likewise' },
  { id: 'X-10', on: 'PostToolBatch', does: endBatch, note: 'closes the calls that it lists' },
  {
    id: 'X-15',
    on: 'PermissionRequest',
    when: asksPerson,
    does: reportSubagentDialog,
    note: 'of a question or plan: shows input',
  },
  { id: 'A-05', on: 'PermissionRequest', does: reportSubagentDialog, note: 'shows approval on the leader' },
];
