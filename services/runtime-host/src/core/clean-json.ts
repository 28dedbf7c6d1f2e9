/** Deeper than any hook was ever seen; far below where a recursive walk would end the stack. */
export const MAX_JSON_DEPTH = 200;

export class JsonTooDeep extends Error {
  constructor() {
    super(`the JSON is nested deeper than ${MAX_JSON_DEPTH} levels`);
    this.name = 'JsonTooDeep';
  }
}

/** Cheap: also true for proper pairs, which the exact pattern then leaves alone. */
// eslint-disable-next-line no-control-regex -- NUL is what is looked for
const MAYBE_UNSTORABLE = /[\u0000\ud800-\udfff]/;
// eslint-disable-next-line no-control-regex -- NUL is what is looked for
const UNSTORABLE = /[\u0000\p{Surrogate}]/gu;

/** NUL and lone surrogates become U+FFFD: neither UTF-8 nor Postgres' jsonb can hold them. */
export const storableText = (text: string): string =>
  MAYBE_UNSTORABLE.test(text) ? text.replace(UNSTORABLE, '\ufffd') : text;

/**
 * The one place where foreign JSON is made harmless, in place: text is storable, the key `__proto__` is dropped (a copy
 * by assignment would set a prototype). Throws JsonTooDeep.
 */
export function cleanJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_JSON_DEPTH) throw new JsonTooDeep();
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = cleanJson(value[i], depth + 1);
    return value;
  }
  return cleanObject(value as Record<string, unknown>, depth);
}

function cleanObject(object: Record<string, unknown>, depth: number): unknown {
  for (const key of Object.keys(object)) {
    const cleanKey = storableText(key);
    if (cleanKey === '__proto__') {
      delete object[key];
      continue;
    }
    const before = object[key];
    const after = cleanJson(before, depth + 1);
    if (cleanKey !== key) delete object[key];
    if (after !== before || cleanKey !== key) object[cleanKey] = after;
  }
  return object;
}
