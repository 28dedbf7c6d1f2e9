import type { HookPayload, RequestId, SessionEvent, SessionFact, TerminalId, TurnId } from '@pitwall/contracts';

export const CONVERSATION = '72c17e49-e44e-468a-ab4a-d7139174b329' as HookPayload['session_id'];
export const TERMINAL = 'term-1' as TerminalId;
export const AGENT = { pid: 4102, startTime: '77' };

/** Something that happens to a session, before it has a place in its log. */
export type Happening = SessionFact;

interface Fields {
  /** Names a call where a story has several. */
  id?: string;
  input?: unknown;
  /** The subagent that does it. */
  agent?: string;
  mode?: string;
  /** Set where the dialog can be answered from outside. */
  request?: string;
  [field: string]: unknown;
}

/** A hook of the session's CLI; `fields` beside the named ones stand in the payload as they are. */
export function hook(name: string, { request, agent, mode, ...fields }: Fields = {}): Happening {
  const payload = {
    session_id: CONVERSATION,
    hook_event_name: name,
    cwd: '/repo',
    ...(agent === undefined ? {} : { agent_id: agent, agent_type: 'Explore' }),
    ...(mode === undefined ? {} : { permission_mode: mode }),
    ...fields,
  } as HookPayload;
  const data = {
    cli: 'claude' as const,
    payload,
    via: 'http' as const,
    terminalId: TERMINAL,
    folder: null,
    entrypoint: 'cli',
    parentSession: null,
    termProgram: null,
    process: AGENT,
    hasTty: true,
    ancestors: [],
    requestId: (request ?? null) as RequestId | null,
    truncated: false,
  };
  return { event: 'hook', data };
}

const ofTool = (name: string, tool: string, { id, input, ...fields }: Fields, withId = true): Happening =>
  hook(name, {
    tool_name: tool,
    tool_input: input ?? { for: id ?? tool },
    ...(withId ? { tool_use_id: id ?? `call-of-${tool}` } : {}),
    ...fields,
  });

export const sessionStart = (fields: Fields = {}) => hook('SessionStart', { source: 'startup', ...fields });
export const prompt = (text = 'do it', fields: Fields = {}) => hook('UserPromptSubmit', { prompt: text, ...fields });
export const preToolUse = (tool = 'Bash', fields: Fields = {}) => ofTool('PreToolUse', tool, fields);
export const postToolUse = (tool = 'Bash', fields: Fields = {}) => ofTool('PostToolUse', tool, fields);
export const toolFailed = (tool = 'Bash', fields: Fields = {}) => ofTool('PostToolUseFailure', tool, fields);
/** It has no tool_use_id: the dialog is paired by agent, tool and input. */
export const permissionRequest = (tool = 'Bash', fields: Fields = {}) =>
  ofTool('PermissionRequest', tool, fields, false);
export const toolBatch = (...ids: string[]) =>
  hook('PostToolBatch', { tool_calls: ids.map((id) => ({ tool_use_id: id, tool_name: 'Bash' })) });
export const notification = (type: string, fields: Fields = {}) =>
  hook('Notification', { notification_type: type, ...fields });
export const stop = (fields: Fields = {}) => hook('Stop', fields);
export const sessionEnd = (reason = 'other') => hook('SessionEnd', { reason });
export const subagentStart = (agent: string) => hook('SubagentStart', { agent });
export const subagentStop = (agent: string) => hook('SubagentStop', { agent });

export const linked = (id: string = CONVERSATION): Happening => ({
  event: 'linked',
  data: { cliSessionId: id as HookPayload['session_id'], step: 'launch', evidence: 'chosen', process: AGENT },
});
export const terminalActive = (): Happening => ({ event: 'terminal-active', data: { terminalId: TERMINAL } });
export const terminalClosed = (): Happening => ({
  event: 'terminal-closed',
  data: { terminalId: TERMINAL, cause: 'exit', exitCode: 0, signal: null },
});
export const openFailed = (reason: string): Happening => ({
  event: 'terminal-open-failed',
  data: { terminalId: TERMINAL, sessionId: 's-1' as SessionEvent['sessionId'], reason },
});
export const processGone = (process = AGENT): Happening => ({
  event: 'process-gone',
  data: { terminalId: TERMINAL, cliSessionId: null, process, lastLines: [] },
});
export const turnTyped = (turnId: string): Happening => ({
  event: 'turn-typed',
  data: {
    terminalId: TERMINAL,
    sessionId: 's-1' as SessionEvent['sessionId'],
    turnId: turnId as TurnId,
    commandId: 'cmd-1' as never,
  },
});
export const requestAnswered = (request: string, behavior: 'allow' | 'deny', delivered = true): Happening => ({
  event: 'request-answered',
  data: {
    sessionId: 's-1' as SessionEvent['sessionId'],
    requestId: request as RequestId,
    commandId: 'cmd-2' as never,
    behavior,
    delivered,
  },
});
export const requestWithdrawn = (request: string): Happening => ({
  event: 'request-withdrawn',
  data: { requestId: request as RequestId, cliSessionId: CONVERSATION, terminalId: TERMINAL },
});

type State = 'busy' | 'idle' | 'shell' | 'waiting';
const T0 = 1_000_000;

/** What the CLI's own file says since `sinceS` seconds into the story. */
export const cliState = (state: State, sinceS: number, cliSessionId: string = CONVERSATION): Happening => ({
  event: 'cli-state',
  data: {
    cliSessionId: cliSessionId as HookPayload['session_id'],
    state,
    sinceT: T0 + sinceS * 1_000,
    cli: 'claude',
    process: AGENT,
    source: 'session-file',
    detail: null,
  },
});
export const unlinked = (movedTo: string, id: string = CONVERSATION): Happening => ({
  event: 'unlinked',
  data: { cliSessionId: id as HookPayload['session_id'], movedTo: movedTo as never, evidence: 'by ada' },
});
export const resumeTyped = (terminalId: string = TERMINAL): Happening => ({
  event: 'resume-typed',
  data: {
    terminalId: terminalId as TerminalId,
    sessionId: 's-1' as SessionEvent['sessionId'],
    cliSessionId: CONVERSATION,
    commandId: 'cmd-3' as never,
  },
});
/** Members by id; a number is the second of the story at which it ended. */
export const teamChanged = (leader: string, members: Record<string, number | null>): Happening => ({
  event: 'team-changed',
  data: {
    leaderId: leader as never,
    members: Object.entries(members).map(([sessionId, endedS]) => ({
      sessionId: sessionId as never,
      linkedBy: 'parent-session',
      endedT: endedS === null ? null : T0 + endedS * 1_000,
    })),
  },
});
export const linkedByHand = (id: string = CONVERSATION): Happening => ({
  event: 'linked',
  data: { cliSessionId: id as HookPayload['session_id'], step: 'manual', evidence: 'by ada', process: AGENT },
});
export const opened = (terminalId: string | null = TERMINAL): Happening => ({
  event: 'opened',
  data: {
    team: 'home' as never,
    cli: 'claude',
    cwd: '/repo',
    origin: terminalId === null ? 'external' : 'terminal',
    originLabel: null,
    terminalId: terminalId as TerminalId | null,
  },
});
