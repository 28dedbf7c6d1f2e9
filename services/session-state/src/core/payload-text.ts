import { readBodyRef, type HookPayload } from '@pitwall/contracts';

/** A text field of a hook, or its beginning where it is so long that it travels by reference. */
export function payloadText(payload: HookPayload, field: string): string {
  const value = payload[field];
  return typeof value === 'string' ? value : (readBodyRef(value)?.head ?? '');
}

/** A text field of an object in a hook, such as a tool's input; of a large one, which is the beginning of its JSON, too. */
export function textField(value: unknown, key: string): string | null {
  const head = typeof value === 'string' ? value : readBodyRef(value)?.head;
  if (head !== undefined) return textInHead(head, key);
  const field = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  return typeof field === 'string' ? field : null;
}

const ESCAPES_AT_END = /\\(?:u[0-9a-f]{0,3})?$/i;

/** Quotes inside a text are escaped, so that `"key":"` is always a key. What is cut off by the head's end is left out. */
function textInHead(head: string, key: string): string | null {
  const begin = head.indexOf(`"${key}":"`);
  if (begin < 0) return null;
  const [raw = ''] = /^(?:[^"\\]|\\.)*\\?/s.exec(head.slice(begin + key.length + 4)) ?? [];
  try {
    return JSON.parse(`"${raw.replace(ESCAPES_AT_END, '')}"`) as string;
  } catch {
    return null;
  }
}
