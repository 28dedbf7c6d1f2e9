import type { Moment } from './moment.js';
import type { Session, ToolCall } from './session.js';

/**
 * Where an open call stands: `untimed`: its silence means nothing (a mode without dialogs, or it was answered);
 * `timed`: its silence is timed; `guess`: it was silent for too long; `reported`: the CLI says that it waits.
 */
export type CallState = 'untimed' | 'timed' | 'guess' | 'reported';

export const CALL_STATES = ['untimed', 'timed', 'guess', 'reported'] as const satisfies readonly CallState[];

/** `same`: it stays as it is. */
type Outcome = Exclude<CallState, 'untimed'> | 'untimed' | 'closed' | 'same';

const closed = { untimed: 'closed', timed: 'closed', guess: 'closed', reported: 'closed' } as const;
const same = { untimed: 'same', timed: 'same', guess: 'same', reported: 'same' } as const;
const dialogsClose = { ...same, guess: 'closed', reported: 'closed' } as const;

/**
 * What becomes of an open call: its state × what happened. Every change of a call's state goes through here, and
 * docs/session-states.md prints it. Which calls an event is about is in `calls`, in words, and in the code of the event.
 */
export const CALL_TABLE = {
  ended: {
    id: 'S-02',
    on: 'PostToolUse, PostToolUseFailure, PostToolBatch',
    calls: 'the call that it names',
    ...closed,
  },
  'session-over': {
    id: 'X-12',
    on: 'SessionStart (not compact), SessionEnd, the process is gone',
    calls: 'all',
    ...closed,
  },
  'run-over': { id: 'X-62', on: 'SubagentStop, a failed run', calls: 'those of that subagent', ...closed },
  'typed-prompt': { id: 'X-20', on: 'UserPromptSubmit, typed', calls: 'those of subagents', ...dialogsClose },
  'turn-over': {
    id: 'X-20',
    on: 'UserPromptSubmit, Stop and its like',
    calls: 'the main agent’s that began before',
    ...closed,
  },
  'went-on': { id: 'X-21', on: 'PreToolUse 1 s later', calls: 'those of the same agent', ...dialogsClose },
  'went-on-fast': { id: 'X-21', on: 'PreToolUse 1 s later', calls: 'fast ones of the same agent', ...closed },
  asked: {
    id: 'A-05',
    on: 'PermissionRequest',
    calls: 'the newest of equal agent, tool and input (X-23)',
    ...{ untimed: 'reported', timed: 'reported', guess: 'reported', reported: 'same' },
  },
  notified: {
    id: 'A-06',
    on: 'Notification of a permission prompt',
    calls: 'the newest that is no Agent call with a live run (X-24)',
    ...{ untimed: 'reported', timed: 'reported', guess: 'reported', reported: 'same' },
  },
  silent: { id: 'A-02', on: 'timer, no child process', calls: 'the call whose timer it is', ...same, timed: 'guess' },
  'silent-waiting': {
    id: 'X-27',
    on: 'timer, no child process, and the CLI says `waiting`',
    calls: 'the call whose timer it is',
    ...same,
    timed: 'reported',
  },
  'child-seen': {
    id: 'X-30',
    on: 'the host finds a child process that began after it',
    calls: 'slow ones; a reported one only if no other could own the child',
    ...same,
    guess: 'timed',
    reported: 'timed',
  },
  busy: {
    id: 'X-27',
    on: '`cli-state` busy',
    calls: 'all but dialogs reported after it (X-31)',
    ...same,
    guess: 'timed',
    reported: 'timed',
  },
  waiting: { id: 'X-27', on: '`cli-state` waiting', calls: 'those that began before it', ...same, guess: 'reported' },
  idle: {
    id: 'X-27',
    on: '`cli-state` idle or shell',
    calls: 'the main agent’s that began before it, but for dialogs reported after it (X-31)',
    ...closed,
  },
  allowed: {
    id: 'X-28',
    on: 'an answer of allow',
    calls: 'the call of that dialog',
    ...same,
    guess: 'untimed',
    reported: 'untimed',
  },
  denied: { id: 'X-28', on: 'an answer of deny', calls: 'the call of that dialog', ...closed },
  dismissed: {
    id: 'A-08',
    on: 'its dialog was left in the terminal',
    calls: 'that call; of the main agent all',
    ...closed,
  },
  'given-up': { id: 'X-05', on: 'timers S-06 and S-07', calls: 'all', ...closed },
} as const satisfies Record<string, { id: string; on: string; calls: string } & Record<CallState, Outcome>>;

export type CallEvent = keyof typeof CALL_TABLE;

export const stateOf = (call: ToolCall): CallState => call.flag ?? (call.asks ? 'timed' : 'untimed');

/** Moves one call by the table. `dueT` of what becomes `timed` is the caller's. */
export function turnCall(session: Session, call: ToolCall, event: CallEvent, moment: Pick<Moment, 't' | 'at'>): void {
  const to: Outcome = CALL_TABLE[event][stateOf(call)];
  switch (to) {
    case 'same':
      return;
    case 'closed':
      session.calls = session.calls.filter((one) => one !== call);
      return;
    case 'guess':
    case 'reported':
      call.flag = to;
      call.flaggedT = moment.t;
      call.askedAt = moment.at;
      call.dueT = null;
      return;
    case 'timed':
    case 'untimed':
      call.flag = null;
      call.requestId = null;
      call.dueT = null;
      if (to === 'untimed') call.asks = false;
      return;
  }
}

/** Moves every call that the event is about. */
export function turnCalls(
  session: Session,
  event: CallEvent,
  moment: Pick<Moment, 't' | 'at'>,
  which: (call: ToolCall) => boolean = () => true,
): void {
  for (const call of session.calls.filter(which)) turnCall(session, call, event, moment);
}
