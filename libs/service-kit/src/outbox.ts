import type { Bus } from './bus.js';
import type { Clock } from './clock.js';
import { schemaOf } from './db.js';
import type { Db, Tx } from './db.js';
import type { Log } from './log.js';
import { rowsToHandOver, type AddedRows } from './outbox-hand-over.js';
import { createOutboxIds } from './outbox-ids.js';
import { createPump } from './outbox-pump.js';
import type { Pump } from './outbox-pump.js';
import * as store from './outbox-store.js';
import type { OutboxMessage } from './outbox-store.js';
import { NotOwner } from './shard-queue.js';

export type { AddedRows } from './outbox-hand-over.js';
export type { OutboxMessage } from './outbox-store.js';
export { KEY_HEADER, SEQ_HEADER } from './outbox-publish.js';

export interface Outbox {
  /** Adds rows inside the transaction of their cause; give what it returns to `flush` after the commit. */
  add(tx: Tx, shard: number, messages: readonly OutboxMessage[]): Promise<AddedRows[]>;
  /** New rows may be there; `added`: certainly these. */
  flush(shard: number, added?: readonly AddedRows[]): void;
  /** Publishes an owned shard until `close`. */
  open(shard: number, epoch: number): Promise<void>;
  close(shard: number): Promise<void>;
  /**
   * For a reader that saw a gap: sends everything of the key from `fromKeySeq` on again, in order. Answers with the
   * first sequence that still is there, null when none is. Throws `NotOwner`.
   */
  resend(shard: number, key: string, fromKeySeq: number): Promise<{ firstAvailable: number | null }>;
  /** Rows of each owned shard that are not in the stream yet. */
  unpublished(): Promise<Map<number, number>>;
  /** Deletes the shard's rows, and all receipts, that are older than 7 days; what isn't published stays. */
  sweep(shard: number): Promise<void>;
}

/** The outbox of a service's schema: rows written with their cause, published in order by the shard's owner. */
export function createOutbox(deps: {
  readonly db: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly onLost: (shard: number, epoch: number) => void;
}): Outbox {
  const { db } = deps;
  const schema = schemaOf(db);
  const opened = new Map<number, { epoch: number; pumps: Map<string, Pump> }>();
  const ids = createOutboxIds(() => deps.clock.now());

  const pumpOf = (shard: number, stream: string): Pump | undefined => {
    const owned = opened.get(shard);
    if (owned === undefined) return undefined;
    let pump = owned.pumps.get(stream);
    if (pump === undefined) {
      const { epoch } = owned;
      pump = createPump({ ...deps, schema, shard, stream, epoch, onLost: () => deps.onLost(shard, epoch) });
      owned.pumps.set(stream, pump);
    }
    return pump;
  };

  return {
    add: async (tx, shard, messages) => {
      if (messages.length === 0) return [];
      const rows = messages.map((message) => ({ ...message, id: ids.next(shard) }));
      const added = [...new Set(messages.map(({ stream }) => stream))].map((stream) => {
        const own = rows.filter((row) => row.stream === stream);
        const after = ids.advance(shard, stream, own.at(-1)!.id);
        return { stream, after, rows: rowsToHandOver(own) };
      });
      await store.addRows(tx, shard, rows);
      for (const { stream } of added) pumpOf(shard, stream);
      return added;
    },
    flush: (shard, added = []) => {
      for (const one of added) opened.get(shard)?.pumps.get(one.stream)?.give(one);
      opened.get(shard)?.pumps.forEach((pump) => pump.wake());
    },
    open: async (shard, epoch) => {
      const [streams, highest] = await Promise.all([store.streamsOf(db, shard), store.highestId(db, shard)]);
      ids.startAbove(shard, highest);
      opened.set(shard, { epoch, pumps: new Map() });
      for (const stream of streams) pumpOf(shard, stream)?.wake();
    },
    close: async (shard) => {
      const owned = opened.get(shard);
      opened.delete(shard);
      await Promise.all([...(owned?.pumps.values() ?? [])].map((pump) => pump.stop()));
    },
    resend: async (shard, key, fromKeySeq) => {
      if (!opened.has(shard)) throw new NotOwner(shard);
      const found = await store.firstOfKey(db, { shard, key, fromKeySeq });
      for (const { stream } of found) pumpOf(shard, stream)?.resend(key, fromKeySeq);
      return { firstAvailable: found.length === 0 ? null : Math.min(...found.map(({ first }) => first)) };
    },
    unpublished: () => store.unpublished(db, [...opened.keys()]),
    sweep: async (shard) => {
      await store.sweepOutbox(db, shard);
      await store.sweepReceipts(db);
    },
  };
}
