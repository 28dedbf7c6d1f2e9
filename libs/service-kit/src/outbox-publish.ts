import type { PubAck } from '@nats-io/jetstream';
import type { Bus } from './bus.js';
import type { OutboxRow } from './outbox-store.js';

/** A message's place in the log of its key, readable even when its body is not. */
export const KEY_HEADER = 'Pitwall-Key';
export const SEQ_HEADER = 'Pitwall-Seq';

function headersOf({ key, keySeq, headers }: OutboxRow): Record<string, string> {
  return { ...headers, ...(keySeq === null ? {} : { [KEY_HEADER]: key, [SEQ_HEADER]: String(keySeq) }) };
}

/**
 * Publishes rows in order without waiting in between. Resolves with the last one's acknowledgement when all are stored
 * (null: there were none), else rejects once the outcome of each is known.
 */
export async function publishRows(
  bus: Bus,
  rows: readonly OutboxRow[],
  msgIdOf: (id: number) => string,
): Promise<PubAck | null> {
  const acks = await Promise.allSettled(
    rows.map((row) => bus.publish(row.subject, row.payload, { msgId: msgIdOf(row.id), headers: headersOf(row) })),
  );
  const failed = acks.find((ack) => ack.status === 'rejected');
  if (failed) throw failed.reason;
  const last = acks.at(-1);
  return last?.status === 'fulfilled' ? last.value : null;
}
