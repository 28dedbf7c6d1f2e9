import type { Consumer, ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { BEGINNING, placeOf } from './arrival.js';
import type { Place } from './arrival.js';
import type { Bus } from './bus.js';

/** With the client's defaults a consumer that is gone is noticed after up to 50 s. */
const CONSUME = { max_messages: 500, expires: 2_000, idle_heartbeat: 500 };

/** What tells that the consumer is silent, gone or was made anew by itself, without comparing message ids. */
const BROKEN = new Set([
  'heartbeats_missed',
  'consumer_not_found',
  'stream_not_found',
  'consumer_deleted',
  'ordered_consumer_recreated',
  'no_responders',
]);

/** Whether the stream still holds at that place what was read there; else reading starts over. */
export async function verifiedPlace(bus: Bus, stream: string, place: Place | null): Promise<Place> {
  if (place === null || place.streamSeq === 0) return BEGINNING;
  const found = await bus.jsm.streams.getMessage(stream, { seq: place.streamSeq });
  if (found === null) return BEGINNING;
  const { subject, data, header, seq } = found;
  return placeOf({ subject, data, seq, headers: header }).msgId === place.msgId ? place : BEGINNING;
}

export interface Subscription {
  /** Messages in order; ends when the consumer broke, the link was lost or `stop` was called. */
  messages(): AsyncIterable<JsMsg>;
  stop(): void;
}

async function watch(messages: ConsumerMessages, stop: () => void): Promise<void> {
  for await (const notice of messages.status()) if (BROKEN.has(notice.type)) stop();
}

/** An ordered pull consumer with one filter, behind `after`. */
export async function subscribe(bus: Bus, at: { stream: string; filter: string; after: Place }): Promise<Subscription> {
  const consumer: Consumer = await bus.js.consumers.get(at.stream, {
    filter_subjects: at.filter,
    opt_start_seq: at.after.streamSeq + 1,
  });
  const messages = await consumer.consume(CONSUME);
  let ended = false;
  const stop = () => {
    if (ended) return;
    ended = true;
    offDisconnect();
    messages.stop();
    // The server forgets it by itself after a while; this only spares it the memory until then.
    if (bus.status().connected && !bus.nc.isClosed()) consumer.delete().catch(() => undefined);
  };
  const offDisconnect = bus.onDisconnect(stop);
  watch(messages, stop).catch(stop);

  return {
    messages: async function* () {
      try {
        for await (const message of messages) {
          // What the client had asked for may still come in after the store was exchanged.
          if (ended) return;
          yield message;
        }
      } finally {
        stop();
      }
    },
    stop,
  };
}
