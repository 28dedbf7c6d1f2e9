import type { HookPayload, Timers } from '@pitwall/contracts';
import { turnCalls } from './call-table.js';
import type { Moment } from './moment.js';
import { payloadText, textField } from './payload-text.js';
import {
  ENDED_CALLS_KEPT,
  RECENT_KEPT,
  SUBAGENTS_KEPT,
  type Session,
  type SubagentRun,
  type ToolCall,
} from './session.js';
import { isAgentTool } from './tool-classes.js';

const newestRun = (session: Session, id: string): SubagentRun | undefined =>
  session.subagents.findLast((run) => run.id === id);

export const liveRuns = (session: Session): SubagentRun[] =>
  session.subagents.filter((run) => run.status === 'running');

const isStart = (payload: HookPayload): boolean => payload.hook_event_name === 'SubagentStart';

/** G-03, X-61: a run begins with SubagentStart, or with its first event if that was lost. */
export function beginRun(session: Session, payload: HookPayload, moment: Moment): SubagentRun | null {
  const id = payload.agent_id;
  if (id === undefined) return null;
  const known = newestRun(session, id);
  const startsAgain = known?.endedSeq != null && isStart(payload) && moment.hostSeq > known.endedSeq;
  if (known && !startsAgain) return seeAgain(session, known, payload);
  const call = session.calls.find(
    (open) => isAgentTool(open.tool) && !session.subagents.some((run) => run.callId === open.id),
  );
  // It ended before its beginning came in.
  const stopped = session.loneStops.find((stop) => stop.agentId === id && stop.seq > moment.hostSeq);
  const run: SubagentRun = {
    id,
    type: payload.agent_type ?? textField(call?.input, 'subagent_type') ?? '',
    task: textField(call?.input, 'description') ?? textField(call?.input, 'prompt') ?? promptOf(payload),
    callId: call?.id ?? null,
    startedAt: moment.at,
    startedSeq: moment.hostSeq,
    transcriptPath: transcriptOf(session, payload),
    status: stopped ? 'done' : 'running',
    background: false,
    toolCount: 0,
    counted: [],
    endedAt: stopped?.at ?? null,
    endedSeq: stopped?.seq ?? null,
  };
  session.subagents = [...session.subagents, run].slice(-SUBAGENTS_KEPT);
  // Its agent's end came in first.
  if (run.status === 'running' && moment.hostSeq < session.allOverSeq) failRun(session, run, moment);
  return run;
}

function seeAgain(session: Session, run: SubagentRun, payload: HookPayload): SubagentRun {
  if (run.task === '') run.task = promptOf(payload);
  run.transcriptPath ??= transcriptOf(session, payload);
  return run;
}

/** Codex hands a subagent its task as its first prompt. */
const promptOf = (payload: HookPayload): string =>
  payload.hook_event_name === 'UserPromptSubmit' ? payloadText(payload, 'prompt') : '';

/** Where the run's own transcript is. Claude keeps it beside the session's; Codex names the run's own in its hooks. */
function transcriptOf(session: Session, payload: HookPayload): string | null {
  const named = textField(payload, 'agent_transcript_path');
  if (named !== null) return named;
  const { transcript_path: path, agent_id: id } = payload;
  if (typeof path !== 'string' || path === '' || id === undefined) return null;
  if (session.cli === 'codex') return payload.hook_event_name === 'SubagentStop' ? null : path;
  return `${path.replace(/\.jsonl$/, '')}/subagents/agent-${id}.jsonl`;
}

/** Counts a call of the run once, whichever of its events came first. */
export function countCall(run: SubagentRun, callId: string | undefined): void {
  if (callId !== undefined && run.counted.includes(callId)) return;
  run.toolCount += 1;
  if (callId !== undefined) run.counted = [...run.counted, callId].slice(-ENDED_CALLS_KEPT);
}

/** an event from before the run's end opens nothing. */
export const isAfterEnd = (run: SubagentRun | null, { hostSeq }: Moment): boolean =>
  run?.endedSeq != null && hostSeq < run.endedSeq;

/** A lone SubagentStop makes no run; a late one corrects a failed run. */
export function stopRun(session: Session, payload: HookPayload, moment: Moment, timers: Timers): void {
  const id = payload.agent_id ?? '';
  const run = newestRun(session, id);
  if (!run) {
    const stop = { agentId: id, seq: moment.hostSeq, at: moment.at };
    session.loneStops = [...session.loneStops, stop].slice(-RECENT_KEPT);
    return;
  }
  run.transcriptPath = textField(payload, 'agent_transcript_path') ?? run.transcriptPath;
  endRun(session, run, moment, timers);
}

/** Its Agent call is asked about 8 s after its end. */
function endRun(session: Session, run: SubagentRun, moment: Moment, timers: Timers): void {
  run.status = 'done';
  run.endedAt ??= moment.at;
  run.endedSeq = Math.max(run.endedSeq ?? 0, moment.hostSeq);
  delete session.lastCallT[run.id];
  turnCalls(session, 'run-over', moment, (call) => call.agentId === run.id);
  const agentCall = session.calls.find((call) => call.id === run.callId);
  if (agentCall && agentCall.dueT !== null) agentCall.dueT = moment.t + timers.toolSlow;
}

/** PostToolUse of an Agent call says whether its run is over or goes on in the background. */
export function agentCallEnded(session: Session, payload: HookPayload, moment: Moment, timers: Timers): void {
  const response = payload['tool_response'];
  const state = textField(response, 'status');
  const agentId = textField(response, 'agentId') ?? textField(response, 'agent_id');
  const run =
    (agentId === null ? undefined : newestRun(session, agentId)) ??
    session.subagents.findLast((one) => one.callId !== null && one.callId === payload.tool_use_id);
  if (!run) return;
  if (state === 'completed') endRun(session, run, moment, timers);
  else run.background = true;
}

/** a turn is over and the Agent call never ended: its foreground run failed. `over`: the calls that are closed. */
export function failForegroundRuns(session: Session, moment: Moment, over: (call: ToolCall) => boolean): void {
  for (const run of liveRuns(session)) {
    const call = session.calls.find((open) => open.id === run.callId);
    if (!run.background && call && over(call)) failRun(session, run, moment);
  }
}

export function failAllRuns(session: Session, moment: Moment): void {
  for (const run of liveRuns(session)) failRun(session, run, moment);
}

export function failRunsBefore(session: Session, moment: Moment): void {
  for (const run of liveRuns(session)) if (run.startedSeq < moment.hostSeq) failRun(session, run, moment);
}

function failRun(session: Session, run: SubagentRun, moment: Moment): void {
  run.status = 'failed';
  run.endedAt = moment.at;
  delete session.lastCallT[run.id];
  turnCalls(session, 'run-over', moment, (call) => call.agentId === run.id);
}
