import { readBodyRef, type HookPayload, type Timers } from '@pitwall/contracts';
import { turnCall, turnCalls } from './call-table.js';
import type { Moment } from './moment.js';
import { ENDED_CALLS_KEPT, type Session, type ToolCall } from './session.js';
import { mayAsk, toolClass, toolTimer } from './tool-classes.js';

/** PreToolUses of one agent within this time are parallel calls; a later one proves that the earlier ended. */
export const PARALLEL_MS = 1_000;

export const agentOf = (payload: HookPayload): string | null => payload.agent_id ?? null;

/** A dialog that no PreToolUse belongs to is a call of its own, named after the event that told of it. */
const OWN_DIALOG = 'dialog-';
export const ownDialogId = ({ hostSeq }: Moment): string => `${OWN_DIALOG}${hostSeq}`;
export const isOwnDialog = (call: ToolCall): boolean => call.id.startsWith(OWN_DIALOG);

/** opens a call and arms its timer. Returns false for a call that is known already: a duplicate. */
export function openCall(session: Session, payload: HookPayload, moment: Moment, timers: Timers): boolean {
  const id = payload.tool_use_id ?? `call-${moment.hostSeq}`;
  if (session.calls.some((call) => call.id === id)) return false;
  const outrun = wasOutrun(session, payload, moment.t);
  closeOutrunCalls(session, agentOf(payload), moment);
  if (session.endedCalls.includes(id)) return false;
  // X-02 tells what a late one still does; what is older than the end of its turn has been closed by that.
  if (outrun || isClosedAlready(session, payload, moment)) return true;
  if (adoptDialog(session, { payload, id, moment, timers })) return true;
  const call = callOf(payload, id, moment, session.permissionMode);
  if (call.asks) call.dueT = moment.t + toolTimer(call.tool, timers);
  session.calls.push(call);
  return true;
}

/** A call from before the end of its turn or its agent. */
const isClosedAlready = (session: Session, payload: HookPayload, { hostSeq }: Moment): boolean =>
  hostSeq < (agentOf(payload) === null ? session.turnOverSeq : session.allOverSeq);

/** X-21, of a call that is told of late: its agent went on a second later. Notes when the agent began its newest call. */
function wasOutrun(session: Session, payload: HookPayload, t: number): boolean {
  const agent = agentOf(payload) ?? '';
  const newest = Math.max(session.lastCallT[agent] ?? t, t);
  session.lastCallT[agent] = newest;
  return newest - t >= PARALLEL_MS && toolClass(payload.tool_name ?? 'unknown') === 'fast';
}

/** A call that nobody has been asked about, without a timer. */
export function callOf(payload: HookPayload, id: string, moment: Moment, modeBefore: string | null): ToolCall {
  const { input, ref } = inputOf(payload.tool_input);
  const tool = payload.tool_name ?? 'unknown';
  return {
    id,
    agentId: agentOf(payload),
    tool,
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
    asks: mayAsk(tool, payload.permission_mode ?? modeBefore),
    dueT: null,
  };
}

/** A body that travels by reference shows its head; see INLINE_BODY_BYTES. */
function inputOf(input: unknown): { input: unknown; ref: string | null } {
  const ref = readBodyRef(input);
  return ref ? { input: ref.head, ref: ref.sha256 } : { input: input ?? null, ref: null };
}

/** the agent went on, so what it was asked about is decided, and the end of its fast calls was lost. */
function closeOutrunCalls(session: Session, agentId: string | null, moment: Moment): void {
  const outrun = (call: ToolCall): boolean => call.agentId === agentId && moment.t - call.beganT >= PARALLEL_MS;
  turnCalls(session, 'went-on-fast', moment, (call) => outrun(call) && toolClass(call.tool) === 'fast');
  turnCalls(session, 'went-on', moment, outrun);
}

interface Opening {
  readonly payload: HookPayload;
  readonly id: string;
  readonly moment: Moment;
  readonly timers: Timers;
}

/** the PermissionRequest may overtake its PreToolUse; the dialog that it opened becomes this call's. */
function adoptDialog(session: Session, { payload, id, moment, timers }: Opening): boolean {
  const at = session.calls.findIndex(
    (call) => isOwnDialog(call) && sameCall(call, payload) && Math.abs(moment.t - (call.flaggedT ?? 0)) < PARALLEL_MS,
  );
  const dialog = session.calls[at];
  if (!dialog) return false;
  const call = { ...dialog, id, beganT: moment.t, beganSeq: moment.hostSeq };
  call.dueT = nextProbe(call, moment.t, timers);
  session.calls[at] = call;
  return true;
}

/** the slow call of an open dialog is looked at every 8 s from its PreToolUse. */
export function nextProbe(call: ToolCall, t: number, timers: Timers): number | null {
  if (toolClass(call.tool) !== 'slow' || isOwnDialog(call)) return null;
  return onGrid(call.beganT, t, timers.toolSlow);
}

/** The first time after `t` that is a number of periods after `fromT`. */
export const onGrid = (fromT: number, t: number, period: number): number =>
  fromT + (Math.floor((t - fromT) / period) + 1) * period;

/** PostToolUse and its like. Returns false for the second end of one call: a duplicate. */
export function endCall(session: Session, payload: HookPayload, moment: Moment): boolean {
  const id = payload.tool_use_id;
  if (id === undefined) {
    turnCalls(session, 'ended', moment, (call) => sameCall(call, payload));
    return true;
  }
  if (session.endedCalls.includes(id)) return false;
  session.endedCalls = [...session.endedCalls, id].slice(-ENDED_CALLS_KEPT);
  turnCalls(session, 'ended', moment, (call) => call.id === id || (isOwnDialog(call) && sameCall(call, payload)));
  return true;
}

/** When its silence is next looked at; null where it means nothing. */
export function armTimer(call: ToolCall, fromT: number, timers: Timers): void {
  call.dueT = call.asks ? fromT + toolTimer(call.tool, timers) : null;
}

/** What was shown as a dialog runs after all: it is timed anew. */
export function runCall(
  session: Session,
  call: ToolCall,
  event: 'busy' | 'child-seen',
  { moment, timers }: { moment: Pick<Moment, 't' | 'at'>; timers: Timers },
): void {
  turnCall(session, call, event, moment);
  armTimer(call, moment.t, timers);
}

export function sameCall(call: ToolCall, payload: HookPayload): boolean {
  return (
    call.agentId === agentOf(payload) &&
    call.tool === (payload.tool_name ?? 'unknown') &&
    comparable(call.input) === comparable(inputOf(payload.tool_input).input)
  );
}

/** Input without `description`: one CLI adds its reason there when it asks. */
function comparable(input: unknown): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return JSON.stringify(input, inOrder);
  return JSON.stringify({ ...input, description: undefined }, inOrder);
}

/** A stored input comes back with its fields in the database's order, at every depth. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
