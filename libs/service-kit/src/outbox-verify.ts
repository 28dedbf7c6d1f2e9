import type { JetStreamManager } from '@nats-io/jetstream';
import { isMsgIdOf } from './outbox-places.js';
import type { OutboxPlace, RowPlace } from './outbox-places.js';

/**
 * The highest outbox id among `places` (newest first) that is still where it was published; 0 when none is. Sequences
 * alone prove nothing, since a rolled-back stream may have grown past them: the message id there is compared.
 */
export async function lastPresent(
  jsm: JetStreamManager,
  { stream, ...of }: { readonly stream: string } & Omit<RowPlace, 'id'>,
  places: readonly OutboxPlace[],
): Promise<number> {
  if (places.length === 0) return 0;
  const { state } = await jsm.streams.info(stream);
  for (const [id, seq] of places) {
    if (seq > state.last_seq) continue;
    // Gone by age or size, as everything before it: there is nothing to compare.
    if (seq < state.first_seq) return id;
    const message = await jsm.streams.getMessage(stream, { seq });
    if (isMsgIdOf(message?.header?.get('Nats-Msg-Id'), { ...of, id })) return id;
  }
  return 0;
}
