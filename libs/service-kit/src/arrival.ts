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

function identify<M>(source: LogSource<M>, { subject, data, headers }: Stored): Sequenced {
  const key = headers?.get(KEY_HEADER);
  const seq = Number(headers?.get(SEQ_HEADER) || NaN);
  if (key && Number.isSafeInteger(seq)) return { key, seq };
  try {
    return source.identify?.(subject, data) ?? { key: null, seq: null };
  } catch {
    return { key: null, seq: null };
  }
}

export function arrivalOf<M>(source: LogSource<M>, stored: Stored, before: Place): Arrival<M> {
  const { subject, data } = stored;
  const base = { subject, data, before, place: placeOf(stored) };
  try {
    const message = source.parse(subject, data);
    return { ...base, key: source.keyOf(message), seq: source.seqOf(message), content: { ok: true, message } };
  } catch (error) {
    const reason = `malformed: ${reasonOf(error)}`;
    return { ...base, ...identify(source, stored), content: { ok: false, reason } };
  }
}

/** Long enough to find the cause, short enough for a list. */
const REASON_LENGTH = 2_000;

export function reasonOf(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, REASON_LENGTH);
}
