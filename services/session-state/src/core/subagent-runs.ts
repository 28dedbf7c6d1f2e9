import type { HookPayload, Timers } from '@pitwall/contracts';
import { closeCalls, type Moment } from './calls.js';
import { textField } from './payload-text.js';
import { SUBAGENTS_KEPT, type Session, type SubagentRun } from './session.js';
import { isAgentTool } from './tool-classes.js';

const running = (session: Session, id: string): SubagentRun | undefined =>
  session.subagents.findLast((run) => run.id === id);

export const liveRuns = (session: Session): SubagentRun[] =>
  session.subagents.filter((run) => run.status === 'running');

/** G-03, X-61: a run begins with SubagentStart, or with its first event if that was lost. */
export function beginRun(session: Session, payload: HookPayload, moment: Moment): SubagentRun | null {
  const id = payload.agent_id;
  if (id === undefined) return null;
  const known = running(session, id);
  if (known) return known;
  const call = session.calls.find(
    (open) => isAgentTool(open.tool) && !session.subagents.some((run) => run.callId === open.id),
  );
  const run: SubagentRun = {
    id,
    type: payload.agent_type ?? textField(call?.input, 'subagent_type') ?? '',
    task: textField(call?.input, 'description') ?? textField(call?.input, 'prompt') ?? '',
    callId: call?.id ?? null,
    startedAt: moment.at,
    status: 'running',
    background: false,
    toolCount: 0,
    endedAt: null,
  };
  session.subagents = [...session.subagents, run].slice(-SUBAGENTS_KEPT);
  return run;
}

/** A lone SubagentStop makes no run; a late one corrects a failed run; its Agent call is asked about anew. */
export function endRun(session: Session, agentId: string, moment: Moment, timers: Timers): void {
  const run = running(session, agentId);
  if (!run) return;
  run.status = 'done';
  run.endedAt ??= moment.at;
  closeCalls(session, (call) => call.agentId === agentId);
  const agentCall = session.calls.find((call) => call.id === run.callId);
  if (agentCall && agentCall.dueT !== null) agentCall.dueT = moment.t + timers.toolSlow;
}

/** PostToolUse of an Agent call says whether its run is over or goes on in the background. */
export function agentCallEnded(session: Session, payload: HookPayload, moment: Moment, timers: Timers): void {
  const response = payload['tool_response'];
  const state = textField(response, 'status');
  const agentId = textField(response, 'agentId') ?? textField(response, 'agent_id');
  const run = session.subagents.findLast((one) => one.callId === payload.tool_use_id || one.id === agentId);
  if (!run) return;
  if (state === 'completed') endRun(session, run.id, moment, timers);
  else run.background = true;
}

/** a turn is over and the Agent call never ended: its foreground run failed. */
export function failForegroundRuns(session: Session, moment: Moment): void {
  for (const run of liveRuns(session)) {
    const callOpen = session.calls.some((call) => call.id === run.callId);
    if (!run.background && callOpen) failRun(run, moment);
  }
}

export function failAllRuns(session: Session, moment: Moment): void {
  for (const run of liveRuns(session)) failRun(run, moment);
}

function failRun(run: SubagentRun, moment: Moment): void {
  run.status = 'failed';
  run.endedAt = moment.at;
}
