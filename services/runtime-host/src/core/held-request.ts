import type { HookPayload } from '@pitwall/contracts';

/** What of a permission request decides whether a later event belongs to it: it has no tool_use_id. */
export interface RequestKey {
  cliSessionId: string;
  agentId: string | null;
  tool: string | null;
  input: string;
}

const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  ) ?? '';

/** Equal inputs have equal text. `description` is left out: Codex puts its reason there. */
export function inputText(input: unknown): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return sortedJson(input);
  const rest = { ...input } as Record<string, unknown>;
  delete rest.description;
  return sortedJson(rest);
}

export const requestKey = (payload: HookPayload): RequestKey => ({
  cliSessionId: payload.session_id,
  agentId: payload.agent_id ?? null,
  tool: payload.tool_name ?? null,
  input: inputText(payload.tool_input),
});

/** Does this event show that the dialog of `request` is no longer open? */
export function closesRequest(request: RequestKey, payload: HookPayload): boolean {
  if (payload.session_id !== request.cliSessionId) return false;
  const agentId = payload.agent_id ?? null;
  const isSameCall = (tool: unknown, input: unknown): boolean =>
    agentId === request.agentId && tool === request.tool && inputText(input) === request.input;
  switch (payload.hook_event_name) {
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return isSameCall(payload.tool_name, payload.tool_input);
    case 'PostToolBatch':
      return toolCalls(payload).some((call) => isSameCall(call.tool_name, call.tool_input));
    case 'UserPromptSubmit':
      // A prompt that the CLI made itself says nothing about a background subagent's dialog.
      return request.agentId === null || !isSynthetic(payload.prompt);
    case 'Stop':
    case 'StopFailure':
      return request.agentId === null;
    case 'SubagentStop':
      return agentId !== null && agentId === request.agentId;
    case 'SessionEnd':
      return true;
    default:
      return false;
  }
}

const isSynthetic = (prompt: unknown): boolean =>
  typeof prompt === 'string' && prompt.startsWith('<task-notification>');

const toolCalls = (payload: HookPayload): { tool_name?: unknown; tool_input?: unknown }[] =>
  Array.isArray(payload.tool_calls)
    ? payload.tool_calls.filter((call): call is object => typeof call === 'object' && call !== null)
    : [];

/** The body that answers a held PermissionRequest. */
export const decisionBody = ({ behavior, message, updatedPermissions }: Decision): string =>
  JSON.stringify({
    hookSpecificOutput: {
      hookEventName: 'PermissionRequest',
      decision:
        behavior === 'deny'
          ? { behavior, message: message ?? 'Denied.' }
          : { behavior, ...(updatedPermissions ? { updatedPermissions } : {}) },
    },
  });

export interface Decision {
  readonly behavior: 'allow' | 'deny';
  /** Told to the agent with a deny. */
  readonly message: string | null;
  /** Rules that hold from now on, as the CLI suggested them. */
  readonly updatedPermissions?: readonly unknown[] | null;
}
