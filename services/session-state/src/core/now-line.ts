import type { HookPayload, NowLine } from '@pitwall/contracts';

const TEXT_MAX = 200;

/** The argument that says most about a call, by the names that the CLIs use, best first. */
const ARGUMENTS = ['command', 'file_path', 'notebook_path', 'path', 'pattern', 'url', 'query', 'description', 'prompt'];

const short = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, TEXT_MAX);

function argumentOf(input: unknown): string {
  if (typeof input !== 'object' || input === null) return typeof input === 'string' ? input : '';
  const fields = input as Record<string, unknown>;
  const name = ARGUMENTS.find((one) => typeof fields[one] === 'string');
  return name === undefined ? '' : String(fields[name]);
}

/** What the board says an agent is at; null where the hook says nothing new. */
export function nowLineOf(payload: HookPayload): NowLine | null {
  switch (payload.hook_event_name) {
    case 'UserPromptSubmit':
      return { kind: 'prompt', tool: null, text: short(text(payload, 'prompt')) };
    case 'PreToolUse':
    case 'PermissionRequest':
      return { kind: 'tool', tool: payload.tool_name ?? null, text: short(argumentOf(payload.tool_input)) };
    case 'Stop':
    case 'StopFailure': {
      const words = short(text(payload, 'last_assistant_message'));
      return words === '' ? null : { kind: 'words', tool: null, text: words };
    }
    default:
      return null;
  }
}

const text = (payload: HookPayload, field: string): string => {
  const value = payload[field];
  return typeof value === 'string' ? value : '';
};
