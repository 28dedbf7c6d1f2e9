import { cutText } from '@pitwall/contracts';
import { isNamedField } from './named-fields.js';

/** A value that travels by reference: its JSON is kept elsewhere under its hash. */
export interface PlacedBody {
  json: string;
  head: string;
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** At most `bytes` of UTF-8, whole characters only. */
export function headOf(text: string, bytes: number): string {
  let head = cutText(text, bytes);
  while (bytesOf(head) > bytes) head = cutText(head, head.length - Math.max(1, Math.ceil((bytesOf(head) - bytes) / 3)));
  return head;
}

/** The values of a payload that are larger than `limit` bytes of JSON, with the way to put something in their place. */
export function largeValues(
  payload: Record<string, unknown>,
  limit: number,
): { body: PlacedBody; bytes: number; replace: (value: unknown) => void }[] {
  const found: ReturnType<typeof largeValues> = [];
  const look = (holder: Record<string, unknown>, key: string, isTop: boolean): void => {
    const value = holder[key];
    const json = JSON.stringify(value) ?? 'null';
    const bytes = bytesOf(json);
    if (bytes <= limit) return;
    // Which calls a batch holds is read by the rules: only what the calls carry is placed elsewhere.
    if (isTop && key === 'tool_calls' && Array.isArray(value)) {
      for (const call of value as unknown[]) {
        if (typeof call !== 'object' || call === null) continue;
        for (const inner of Object.keys(call)) look(call as Record<string, unknown>, inner, false);
      }
      return;
    }
    const head = headOf(typeof value === 'string' ? value : json, limit);
    found.push({ body: { json, head }, bytes, replace: (other) => (holder[key] = other) });
  };
  for (const key of Object.keys(payload)) if (!isNamedField(key)) look(payload, key, true);
  return found;
}
