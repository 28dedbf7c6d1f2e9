import type { HookPayload, RequestId, SessionEventOf, Timers } from '@pitwall/contracts';
import { turnCall, turnCalls } from './call-table.js';
import { PARALLEL_MS, callOf, nextProbe, ownDialogId, sameCall } from './calls.js';
import type { Moment } from './moment.js';
import { causeOf, type Cause, type Session, type ToolCall } from './session.js';
import { isOlder, setBase } from './set-base.js';
import { openDialogs } from './show-status.js';
import { isAgentTool } from './tool-classes.js';

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
  const twin = secondReport(session, report);
  if (twin) {
    // Of two installs the one that holds its hook open can be answered.
    if (requestId !== null && twin.requestId !== null && !isHeld(twin.requestId))
      twin.requestId = requestId as RequestId;
    return;
  }
  const paired = unreported(session, payload);
  // a late one flags a call that is still open, and opens none.
  const late = payload.agent_id === undefined ? isOlder(session, moment) : moment.hostSeq < session.allOverSeq;
  if (!paired && late) return;
  const call = paired ?? callOf(payload, ownDialogId(moment), moment, session.permissionMode);
  if (!paired) session.calls.push(call);
  turnCall(session, call, 'asked', moment);
  call.requestId = (requestId ?? ownDialogId(moment)) as RequestId;
  call.suggestion = firstSuggestion(payload);
  call.dueT = nextProbe(call, moment.t, timers);
}

/** What the CLI has asked for by name already is not asked for twice; what only its state told of is. */
const isNamed = (call: ToolCall): boolean => call.flag === 'reported' && call.requestId !== null;

const unreported = (session: Session, payload: HookPayload): ToolCall | undefined =>
  session.calls.findLast((call) => !isNamed(call) && sameCall(call, payload));

/** a dialog that was reported a moment ago, with no other call that this report could be about. */
const secondReport = (session: Session, { payload, moment }: DialogReport): ToolCall | undefined =>
  unreported(session, payload)
    ? undefined
    : session.calls.findLast((call) => sameCall(call, payload) && moment.t - (call.flaggedT ?? 0) < PARALLEL_MS);

function firstSuggestion(payload: HookPayload): unknown {
  const suggestions = payload['permission_suggestions'];
  return Array.isArray(suggestions) ? (suggestions[0] ?? null) : null;
}

/** the newest open call that can be meant by a permission notification. */
export function reportNewestCall(session: Session, moment: Moment, timers: Timers): boolean {
  const hasLiveRun = (id: string): boolean =>
    session.subagents.some((run) => run.callId === id && run.status === 'running');
  const call = session.calls.findLast((candidate) => !(isAgentTool(candidate.tool) && hasLiveRun(candidate.id)));
  if (!call) return false;
  if (call.flag !== 'reported') {
    turnCall(session, call, 'notified', moment);
    call.dueT = nextProbe(call, moment.t, timers);
  }
  call.requestId ??= ownDialogId(moment) as RequestId;
  return true;
}

/** An answer given through Pitwall closes its dialog; the call is never guessed about again. */
export function requestAnswered(draft: Session, event: SessionEventOf<'request-answered'>): Cause | null {
  const { requestId, behavior, delivered } = event.data;
  const call = openDialogs(draft).find((one) => one.requestId === requestId);
  if (!call || draft.base === 'ended') return null;
  turnCall(draft, call, behavior === 'allow' ? 'allowed' : 'denied', event);
  const by = call.answer ? ` by ${call.answer.by}` : '';
  const label = delivered ? `answered: ${behavior}${by}` : 'answered in the terminal';
  const cause = causeOf(event, 'X-28', label);
  draft.lastSignalT = Math.max(draft.lastSignalT, event.t);
  if (call.agentId === null) setBase(draft, 'working', cause, event);
  return cause;
}

/** The person left the dialog with Esc or No: the turn is over, and no hook says so. */
export function requestWithdrawn(draft: Session, event: SessionEventOf<'request-withdrawn'>): Cause | null {
  const call = draft.calls.find((one) => one.requestId === event.data.requestId);
  if (!call) return null;
  const cause = causeOf(event, 'A-08', 'dialog dismissed in the terminal');
  const ofMain = call.agentId === null;
  turnCalls(draft, 'dismissed', event, (one) => one === call || (ofMain && one.agentId === null));
  draft.lastSignalT = Math.max(draft.lastSignalT, event.t);
  if (!ofMain) return cause;
  setBase(draft, 'waiting', cause, event);
  draft.lastStopT = Math.max(draft.lastStopT ?? 0, event.t);
  return cause;
}
