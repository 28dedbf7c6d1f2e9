import { cutText, type HookPayload, type NowLine } from '@pitwall/contracts';
import { payloadText, textField } from './payload-text.js';

const TEXT_MAX = 200;

/** The argument that says most about a call, by the names that the CLIs use, best first. */
const ARGUMENTS = ['command', 'file_path', 'notebook_path', 'path', 'pattern', 'url', 'query', 'description', 'prompt'];

const short = (text: string): string => cutText(text.replace(/\s+/g, ' ').trim(), TEXT_MAX);

function argumentOf(input: unknown): string {
  if (typeof input === 'string') return input;
  for (const name of ARGUMENTS) {
    const found = textField(input, name);
    if (found !== null) return found;
  }
  return '';
}

/** What the board says an agent is at; null where the hook says nothing new. */
export function nowLineOf(payload: HookPayload): NowLine | null {
  switch (payload.hook_event_name) {
    case 'UserPromptSubmit':
      return { kind: 'prompt', tool: null, text: short(payloadText(payload, 'prompt')) };
    case 'PreToolUse':
    case 'PermissionRequest':
      return { kind: 'tool', tool: payload.tool_name ?? null, text: short(argumentOf(payload.tool_input)) };
    case 'Stop':
    case 'StopFailure': {
      const words = short(payloadText(payload, 'last_assistant_message'));
      return words === '' ? null : { kind: 'words', tool: null, text: words };
    }
    default:
      return null;
  }
}
