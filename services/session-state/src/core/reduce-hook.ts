import type { SessionEventOf, Timers } from '@pitwall/contracts';
import { openRun, reopenRun } from './cli-runs.js';
import type { Moment } from './moment.js';
import { nowLineOf } from './now-line.js';
import { causeOf, type Cause, type Session } from './session.js';
import { isOlder, setBase } from './set-base.js';
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
  const ended = session.base === 'ended';
  // A terminal that is about to be ended, because it was stopped before it opened, brings nothing back.
  if (ended && session.stopAsked) return null;
  // What is late still closes its call and counts (S-11); what is newer than the end is an echo of it.
  if (ended && !isOlder(session, moment) && !(main && LEAVES_ENDED.has(name))) return null;

  noteSignal(session, event, main);
  const hook: HookCase = { session, payload, requestId, moment, timers };
  const cause = main ? applyMain(hook, labelOf(event)) : applySubagent(hook, labelOf(event));
  if (main && session.base !== 'ended') keepRun(session, name, event.at);
  return cause;
}

/** after an end a SessionStart begins another run; anything else shows that the old one goes on. */
function keepRun(session: Session, name: string, at: number): void {
  if (!session.runOver || session.cliSessionId === null) return;
  if (name === 'SessionStart') openRun(session, session.cliSessionId, at);
  else if (LEAVES_ENDED.has(name)) reopenRun(session);
}

function noteSignal(session: Session, event: HookEvent, main: boolean): void {
  const { payload, process } = event.data;
  session.silent = false;
  session.lastHookT = Math.max(session.lastHookT, event.t);
  session.lastSignalT = Math.max(session.lastSignalT, event.t);
  session.lastSignalAt = Math.max(session.lastSignalAt, event.at);
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
  const cause = causeOf(moment, rule?.id ?? 'X-16', label);
  if (name !== 'SessionEnd' && moment.hostSeq >= session.baseSeq) session.resuming = false;
  const news = rule?.does?.(hook) !== false;
  if (rule && rule.to !== 'keep' && news) setBase(session, rule.to, cause, moment);
  endConnecting(session, cause, moment);
  return cause;
}

function applySubagent(hook: HookCase, label: string): Cause {
  const { session, payload, moment } = hook;
  const rule = SUBAGENT_RULES.find((row) => row.on === payload.hook_event_name && (row.when?.(hook) ?? true));
  if (payload.hook_event_name !== 'SubagentStop') beginRun(session, payload, moment);
  rule?.does?.(hook);
  const cause = causeOf(moment, rule?.id ?? 'X-16', label);
  endConnecting(session, cause, moment);
  return cause;
}

/** any first hook ends it. */
function endConnecting(session: Session, cause: Cause, moment: Moment): void {
  if (session.base === 'connecting' && !session.resuming) setBase(session, 'idle', cause, moment);
}
