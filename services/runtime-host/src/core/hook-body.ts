import { cutText, type HookPayload } from '@pitwall/contracts';
import { JsonTooDeep, cleanJson } from './clean-json.js';
import { NAMED_TEXTS } from './named-fields.js';

/** A hook body may have this many bytes (architecture 8). */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Longer than any path or name: a text of the named fields beyond this is cut. */
const MAX_NAMED_TEXT = 4096;
/** What is left of a text that had to be cut from a body that was too long. */
const CUT_TEXT = 8192;

const SESSION_ID = /^[A-Za-z0-9._-]{1,128}$/;

export type RefusalReason = 'not-json' | 'too-deep' | 'not-a-hook' | 'bad-session-id' | 'too-large';

export type HookBody =
  { ok: true; payload: HookPayload; truncated: boolean } | { ok: false; reason: RefusalReason; detail: string };

const refused = (reason: RefusalReason, detail: string): HookBody => ({ ok: false, reason, detail });

/** Turns the text that a CLI handed its hook into a payload, or says why it is none. Never throws. */
export function readHookBody(text: string): HookBody {
  let value: unknown;
  try {
    value = cleanJson(JSON.parse(text));
  } catch (error) {
    if (error instanceof JsonTooDeep) return refused('too-deep', error.message);
    return refused('not-json', 'the body is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refused('not-a-hook', 'a hook is a JSON object');
  }
  return checkHook(value as Record<string, unknown>);
}

function checkHook(body: Record<string, unknown>): HookBody {
  const { session_id: id, hook_event_name: name } = body;
  if (typeof name !== 'string' || name.length < 1 || name.length > 64) {
    return refused('not-a-hook', 'hook_event_name must be a text of 1 to 64 characters');
  }
  if (typeof id !== 'string' || !SESSION_ID.test(id)) {
    return refused('bad-session-id', 'session_id must have 1 to 128 characters of A-Z a-z 0-9 . _ -');
  }
  let truncated = false;
  for (const field of NAMED_TEXTS) {
    const value = body[field];
    if (value === undefined) continue;
    if (value === null) delete body[field];
    else if (typeof value !== 'string') return refused('not-a-hook', `${field} must be a text`);
    else if (value.length > MAX_NAMED_TEXT) {
      body[field] = cutText(value, MAX_NAMED_TEXT);
      truncated = true;
    }
  }
  if (body.effort !== undefined && !isEffort(body.effort)) delete body.effort;
  return { ok: true, payload: body as unknown as HookPayload, truncated };
}

const isEffort = (value: unknown): boolean =>
  (typeof value === 'string' && value.length <= MAX_NAMED_TEXT) ||
  (typeof value === 'object' && value !== null && typeof (value as { level?: unknown }).level === 'string');

/**
 * Makes a payload fit into `maxBytes` by cutting its longest texts to 8 KB, in place. Cutting the JSON itself would
 * leave nothing that can be read. False: it has no long texts and can't be made to fit.
 */
export function shrinkPayload(payload: Record<string, unknown>, maxBytes: number): boolean {
  const texts: { holder: Record<string, unknown>; key: string; length: number }[] = [];
  const collect = (holder: Record<string, unknown>): void => {
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value === 'string' && value.length > CUT_TEXT) texts.push({ holder, key, length: value.length });
      else if (typeof value === 'object' && value !== null) collect(value as Record<string, unknown>);
    }
  };
  collect(payload);
  texts.sort((a, b) => b.length - a.length);
  let size = JSON.stringify(payload).length;
  for (const { holder, key, length } of texts) {
    if (size * 3 <= maxBytes) break;
    holder[key] = cutText(holder[key] as string, CUT_TEXT);
    size -= length - CUT_TEXT;
  }
  return new TextEncoder().encode(JSON.stringify(payload)).length <= maxBytes;
}
