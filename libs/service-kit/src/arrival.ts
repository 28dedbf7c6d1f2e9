import { createHash } from 'node:crypto';
import type { MsgHdrs } from '@nats-io/transport-node';
import { KEY_HEADER, SEQ_HEADER } from './outbox.js';
import type { LogSource } from './source.js';
import type { Sequenced } from './sequence.js';

/** A position in a stream, and what was found there: a sequence alone doesn't survive a rolled-back store. */
export interface Place {
  readonly streamSeq: number;
  readonly msgId: string;
}

export const BEGINNING: Place = { streamSeq: 0, msgId: '' };

/** A message as it came out of the stream. */
export interface Arrival<M> extends Sequenced {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly place: Place;
  /** The one read before it. */
  readonly before: Place;
  /** Parsed, or why it could not be. */
  readonly content: { readonly ok: true; readonly message: M } | { readonly ok: false; readonly reason: string };
}

export interface Stored {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly seq: number;
  readonly headers?: MsgHdrs | undefined;
}

export const digestOf = (subject: string, data: Uint8Array): string =>
  createHash('sha256').update(subject).update('\n').update(data).digest('hex');

/** Its message id; a publisher that gave none is told by content. */
export function placeOf({ subject, data, seq, headers }: Stored): Place {
  return { streamSeq: seq, msgId: headers?.get('Nats-Msg-Id') || digestOf(subject, data) };
}

/** A key that Postgres can store and a sequence that a log can have; anything else would stop the shard for ever. */
function checked({ key, seq }: { key: unknown; seq: unknown }): { key: string; seq: number } {
  if (typeof key !== 'string' || key === '' || key.includes('\0')) throw new TypeError('it has no usable key');
  if (!Number.isSafeInteger(seq) || (seq as number) < 1) throw new TypeError('its sequence is not a positive integer');
  return { key, seq: seq as number };
}

function identify<M>(source: LogSource<M>, { subject, data, headers }: Stored): Sequenced {
  try {
    const key = headers?.get(KEY_HEADER);
    if (key) return checked({ key, seq: Number(headers?.get(SEQ_HEADER)) });
    const identity = source.identify?.(subject, data) ?? null;
    return identity === null ? { key: null, seq: null } : checked(identity);
  } catch {
    return { key: null, seq: null };
  }
}

export function arrivalOf<M>(source: LogSource<M>, stored: Stored, before: Place): Arrival<M> {
  const { subject, data } = stored;
  const base = { subject, data, before, place: placeOf(stored) };
  try {
    const message = source.parse(subject, data);
    const place = checked({ key: source.keyOf(message), seq: source.seqOf(message) });
    return { ...base, ...place, content: { ok: true, message } };
  } catch (error) {
    const reason = `malformed: ${reasonOf(error)}`;
    return { ...base, ...identify(source, stored), content: { ok: false, reason } };
  }
}

/** Long enough to find the cause, short enough for a list. */
const REASON_LENGTH = 2_000;

export function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  // Postgres takes no NUL in a text.
  return reason.replaceAll('\0', ' ').slice(0, REASON_LENGTH);
}
