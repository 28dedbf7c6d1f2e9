import { readBodyRef, type HookPayload, type RequestId, type Timers } from '@pitwall/contracts';
import { ENDED_CALLS_KEPT, type Flag, type Session, type ToolCall } from './session.js';
import { isAgentTool, mayAsk, toolClass, toolTimer } from './tool-classes.js';

/** Where and when an event stands: its place in the host's log, host time and wall clock. */
export interface Moment {
  readonly hostSeq: number;
  readonly t: number;
  readonly at: number;
}

/** PreToolUses of one agent within this time are parallel calls; a later one proves that the earlier ended. */
const PARALLEL_MS = 1_000;

export const agentOf = (payload: HookPayload): string | null => payload.agent_id ?? null;

/** opens a call and arms its timer. Returns false for a call that is known already: a duplicate. */
export function openCall(session: Session, payload: HookPayload, moment: Moment, timers: Timers): boolean {
  const id = payload.tool_use_id ?? `call-${moment.hostSeq}`;
  if (session.endedCalls.includes(id) || session.calls.some((call) => call.id === id)) return false;
  const tool = payload.tool_name ?? 'unknown';
  closeOutrunCalls(session, agentOf(payload), moment.t);
  const asks = mayAsk(tool, payload.permission_mode ?? session.permissionMode);
  session.calls.push({
    ...callOf(payload, id, moment),
    dueT: asks ? moment.t + toolTimer(tool, timers) : null,
  });
  return true;
}

/** A call that nobody has been asked about, without a timer. */
function callOf(payload: HookPayload, id: string, moment: Moment): ToolCall {
  const { input, ref } = inputOf(payload.tool_input);
  return {
    id,
    agentId: agentOf(payload),
    tool: payload.tool_name ?? 'unknown',
    input,
    inputRef: ref,
    beganT: moment.t,
    beganSeq: moment.hostSeq,
    flag: null,
    flaggedT: null,
    askedAt: null,
    requestId: null,
    answer: null,
    suggestion: null,
    dueT: null,
  };
}

/** A body that travels by reference shows its head; see INLINE_BODY_BYTES. */
function inputOf(input: unknown): { input: unknown; ref: string | null } {
  const ref = readBodyRef(input);
  return ref ? { input: ref.head, ref: ref.sha256 } : { input: input ?? null, ref: null };
}

/** the agent went on, so what it was asked about is decided, and the end of its fast calls was lost. */
function closeOutrunCalls(session: Session, agentId: string | null, t: number): void {
  closeCalls(
    session,
    (call) =>
      call.agentId === agentId &&
      t - call.beganT >= PARALLEL_MS &&
      (call.flag !== null || toolClass(call.tool) === 'fast'),
  );
}

/** PostToolUse and its like. Returns false for the second end of one call: a duplicate. */
export function endCall(session: Session, payload: HookPayload): boolean {
  const id = payload.tool_use_id;
  if (id === undefined) {
    closeCalls(session, (call) => sameCall(call, payload));
    return true;
  }
  if (session.endedCalls.includes(id)) return false;
  session.endedCalls = [...session.endedCalls, id].slice(-ENDED_CALLS_KEPT);
  closeCalls(session, (call) => call.id === id || (call.id.startsWith('dialog-') && sameCall(call, payload)));
  return true;
}

export function closeCalls(session: Session, which: (call: ToolCall) => boolean): void {
  session.calls = session.calls.filter((call) => !which(call));
}

/** A dialog that no hook holds open has an id from here; it can be answered in the CLI's own terminal alone. */
export const isHeld = (requestId: RequestId): boolean => !requestId.startsWith('dialog-');

export interface DialogReport {
  readonly payload: HookPayload;
  readonly requestId: string | null;
  readonly moment: Moment;
  readonly timers: Timers;
}

/** the CLI says that a dialog is open; it belongs to the newest open, unreported call like it. */
export function reportDialog(session: Session, report: DialogReport): void {
  const { payload, requestId, moment, timers } = report;
  const id = `dialog-${moment.hostSeq}`;
  const twin = secondReport(session, report);
  if (twin) {
    // Of two installs the one that holds its hook open can be answered.
    if (requestId !== null && twin.requestId !== null && !isHeld(twin.requestId))
      twin.requestId = requestId as RequestId;
    return;
  }
  const paired = unreported(session, payload);
  const call = paired ?? callOf(payload, id, moment);
  if (!paired) session.calls.push(call);
  flagCall(call, 'reported', moment);
  call.requestId = (requestId ?? id) as RequestId;
  call.suggestion = firstSuggestion(payload);
  if (paired && toolClass(call.tool) === 'slow') call.dueT = nextProbe(call.beganT, moment.t, timers.toolSlow);
}

const unreported = (session: Session, payload: HookPayload): ToolCall | undefined =>
  session.calls.findLast((call) => call.flag !== 'reported' && sameCall(call, payload));

/** a dialog that was reported a moment ago, with no other call that this report could be about. */
const secondReport = (session: Session, { payload, moment }: DialogReport): ToolCall | undefined =>
  unreported(session, payload)
    ? undefined
    : session.calls.findLast((call) => sameCall(call, payload) && moment.t - (call.flaggedT ?? 0) < PARALLEL_MS);

/** the slow call of an open dialog is looked at every 8 s from its PreToolUse. */
const nextProbe = (beganT: number, t: number, every: number): number =>
  beganT + (Math.floor((t - beganT) / every) + 1) * every;

function firstSuggestion(payload: HookPayload): unknown {
  const suggestions = payload['permission_suggestions'];
  return Array.isArray(suggestions) ? (suggestions[0] ?? null) : null;
}

/** the newest open call that can be meant by a permission notification. */
export function reportNewestCall(session: Session, moment: Moment): boolean {
  const hasLiveRun = (id: string): boolean =>
    session.subagents.some((run) => run.callId === id && run.status === 'running');
  const call = session.calls.findLast((candidate) => !(isAgentTool(candidate.tool) && hasLiveRun(candidate.id)));
  if (!call) return false;
  if (call.flag === 'reported') return true;
  flagCall(call, 'reported', moment);
  call.requestId ??= `dialog-${moment.hostSeq}` as ToolCall['requestId'];
  return true;
}

export function flagCall(call: ToolCall, flag: Flag, moment: Pick<Moment, 't' | 'at'>): void {
  call.flag = flag;
  call.flaggedT = moment.t;
  call.askedAt = moment.at;
  call.dueT = null;
}

function sameCall(call: ToolCall, payload: HookPayload): boolean {
  return (
    call.agentId === agentOf(payload) &&
    call.tool === (payload.tool_name ?? 'unknown') &&
    comparable(call.input) === comparable(inputOf(payload.tool_input).input)
  );
}

/** Input without `description`: one CLI adds its reason there when it asks. */
function comparable(input: unknown): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return JSON.stringify(input);
  const entries = Object.entries(input).filter(([key]) => key !== 'description');
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
