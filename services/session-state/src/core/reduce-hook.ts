import type { SessionEventOf, Status, Timers } from '@pitwall/contracts';
import type { Moment } from './calls.js';
import { openRun } from './cli-runs.js';
import { nowLineOf } from './now-line.js';
import type { Cause, Session } from './session.js';
import { HOOK_RULES, SUBAGENT_RULES, type HookCase } from './status-table.js';
import { beginRun } from './subagent-runs.js';

/** what an ended card is left by; everything else of the same id is an echo. */
const LEAVES_ENDED: ReadonlySet<string> = new Set(['SessionStart', 'UserPromptSubmit', 'PreToolUse']);

type HookEvent = SessionEventOf<'hook'>;

const isSubagentHook = (event: HookEvent): boolean =>
  event.data.payload.agent_id !== undefined || event.data.payload.hook_event_name.startsWith('Subagent');

/** The words for people: "PermissionRequest for Bash". */
const labelOf = (event: HookEvent): string => {
  const { hook_event_name: name, tool_name: tool } = event.data.payload;
  return tool === undefined ? name : `${name} for ${tool}`;
};

/** Applies a hook to the draft and returns what it meant; null when it is an echo that means nothing. */
export function reduceHook(session: Session, event: HookEvent, timers: Timers): Cause | null {
  const moment: Moment = { hostSeq: event.hostSeq, t: event.t, at: event.at };
  const { payload, requestId } = event.data;
  const name = payload.hook_event_name;
  const main = !isSubagentHook(event);
  const wasEnded = session.base === 'ended';
  if (wasEnded && !(main && LEAVES_ENDED.has(name))) return null;

  noteSignal(session, event, main);
  const hook: HookCase = { session, payload, requestId, moment, timers };
  const cause = main ? applyMain(hook, labelOf(event)) : applySubagent(hook, labelOf(event));
  if (wasEnded && session.base !== 'ended' && session.cliSessionId) openRun(session, session.cliSessionId, event.at);
  return cause;
}

function noteSignal(session: Session, event: HookEvent, main: boolean): void {
  const { payload, process } = event.data;
  session.silent = false;
  session.lastHookT = event.t;
  session.lastSignalT = event.t;
  session.lastSignalAt = event.at;
  session.now = nowLineOf(payload) ?? session.now;
  if (!main) return;
  session.model = payload.model ?? session.model;
  session.permissionMode = payload.permission_mode ?? session.permissionMode;
  session.effort = (typeof payload.effort === 'string' ? payload.effort : payload.effort?.level) ?? session.effort;
  session.process = process ?? session.process;
}

function applyMain(hook: HookCase, label: string): Cause {
  const { session, payload, moment } = hook;
  const name = payload.hook_event_name;
  const rule = HOOK_RULES.find((row) => row.on === name && (row.when?.(hook) ?? true));
  const cause: Cause = { rule: rule?.id ?? 'X-16', event: label, at: moment.at, t: moment.t, guess: false };
  const news = rule?.does?.(hook) !== false;
  if (rule && rule.to !== 'keep' && news) setBase(session, rule.to, cause, moment.hostSeq);
  if (session.base === 'connecting') setBase(session, 'idle', cause, moment.hostSeq);
  return cause;
}

function applySubagent(hook: HookCase, label: string): Cause {
  const { session, payload, moment } = hook;
  const rule = SUBAGENT_RULES.find((row) => row.on === payload.hook_event_name && (row.when?.(hook) ?? true));
  if (payload.hook_event_name !== 'SubagentStop') beginRun(session, payload, moment);
  rule?.does?.(hook);
  const cause: Cause = { rule: rule?.id ?? 'X-16', event: label, at: moment.at, t: moment.t, guess: false };
  if (session.base === 'connecting') setBase(session, 'idle', cause, moment.hostSeq);
  return cause;
}

/** Sets the main agent's own status, unless a newer hook or host fact has done so already (S-11, X-01). */
export function setBase(session: Session, to: Status, cause: Cause, hostSeq: number): void {
  if (hostSeq < session.baseSeq) return;
  session.base = to;
  session.baseCause = cause;
  session.baseSeq = hostSeq;
}
