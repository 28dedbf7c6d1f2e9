import { inTransaction, rowsOf } from './db.js';
import type { Db, Tx } from './db.js';
import { assertEpoch } from './lease-store.js';
import type { OutboxPlace } from './outbox-places.js';

/** A message to be published once the transaction that writes it is committed. */
export interface OutboxMessage {
  readonly stream: string;
  readonly subject: string;
  /** Id of the host or session whose order matters. */
  readonly key: string;
  /** The message's number in the log of its key; needed for resending, null where the key has no such log. */
  readonly keySeq?: number | null;
  readonly payload: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Epoch ms; from then on it is no longer sent. */
  readonly expiresAt?: number | null;
}

export interface OutboxRow {
  readonly id: number;
  readonly subject: string;
  readonly key: string;
  readonly keySeq: number | null;
  readonly payload: Buffer;
  readonly headers: Record<string, string> | null;
  readonly expired: boolean;
}

export interface OutboxCursor {
  /** The last row that is in the stream, and all before it. */
  lastId: number;
  /** The highest row ever tried: up to it a repetition needs a message id of its own. */
  highId: number;
  resends: number;
  places: OutboxPlace[];
}

const COLUMNS = `id, subject, key, key_seq as "keySeq", payload, headers,
  coalesce(expires_at <= now(), false) as expired`;
/** As long as the streams keep messages: older ones nobody can miss. */
const KEEP = `interval '7 days'`;
/** A statement of a sweep stays short, so that it never holds up the shard's other work. */
const SWEEP_LIMIT = 5_000;

/** Adds the rows with these ids, and a cursor for every stream that is new to the shard. */
export async function addRows(
  tx: Tx,
  shard: number,
  rows: readonly (OutboxMessage & { readonly id: number })[],
): Promise<void> {
  const column = <T>(pick: (row: OutboxMessage & { readonly id: number }) => T) => rows.map(pick);
  await rowsOf(
    tx,
    `with m as (
        select * from unnest(?::bigint[], ?::text[], ?::text[], ?::text[], ?::bigint[], ?::bytea[], ?::text[], ?::float8[])
          as m(id, stream, subject, key, key_seq, payload, headers, expires_at)),
      cursors as (
        insert into outbox_cursors (shard, stream, last_id, high_id, resends, places)
          select distinct ?::int, stream, 0, 0, 0, '[]'::jsonb from m on conflict do nothing)
      insert into outbox (id, shard, stream, subject, key, key_seq, payload, headers, expires_at)
        select id, ?::int, stream, subject, key, key_seq, payload, headers::jsonb, to_timestamp(expires_at / 1000.0)
        from m`,
    [
      column(({ id }) => id),
      column(({ stream }) => stream),
      column(({ subject }) => subject),
      column(({ key }) => key),
      column(({ keySeq }) => keySeq ?? null),
      column(({ payload }) => Buffer.from(payload as Uint8Array)),
      column(({ headers }) => (headers ? JSON.stringify(headers) : null)),
      column(({ expiresAt }) => expiresAt ?? null),
      shard,
      shard,
    ],
    'kit-add-rows',
  );
}

/** The highest id that the shard has ever used, as far as it is known. */
export async function highestId(db: Db, shard: number): Promise<number> {
  const [row] = await rowsOf<{ id: number }>(
    db,
    `select greatest(
        (select coalesce(max(id), 0) from outbox where shard = ?),
        (select coalesce(max(greatest(last_id, high_id)), 0) from outbox_cursors where shard = ?)) as id`,
    [shard, shard],
  );
  return row?.id ?? 0;
}

export async function streamsOf(db: Db, shard: number): Promise<string[]> {
  const rows = await rowsOf<{ stream: string }>(db, 'select stream from outbox_cursors where shard = ?', [shard]);
  return rows.map(({ stream }) => stream);
}

export async function loadCursor(db: Db, shard: number, stream: string): Promise<OutboxCursor> {
  const [row] = await rowsOf<OutboxCursor>(
    db,
    `select last_id as "lastId", high_id as "highId", resends, places from outbox_cursors where shard = ? and stream = ?`,
    [shard, stream],
  );
  return row ?? { lastId: 0, highId: 0, resends: 0, places: [] };
}

/** Throws `LeaseLost` when the shard is no longer ours: an old owner must not move the new one's cursor. */
export async function saveCursor(db: Db, at: { shard: number; stream: string; epoch: number }, cursor: OutboxCursor) {
  await inTransaction(db, async (tx) => {
    await assertEpoch(tx, at.shard, at.epoch);
    await tx.raw(
      `insert into outbox_cursors (shard, stream, last_id, high_id, resends, places) values (?, ?, ?, ?, ?, ?::jsonb)
        on conflict (shard, stream) do update set last_id = excluded.last_id, high_id = excluded.high_id,
          resends = excluded.resends, places = excluded.places`,
      [at.shard, at.stream, cursor.lastId, cursor.highId, cursor.resends, JSON.stringify(cursor.places)],
    );
  });
}

export async function rowsAfter(db: Db, at: { shard: number; stream: string; id: number; limit: number }) {
  return rowsOf<OutboxRow>(
    db,
    `select ${COLUMNS} from outbox where shard = ? and stream = ? and id > ? order by id limit ?`,
    [at.shard, at.stream, at.id, at.limit],
    'kit-rows-after',
  );
}

export interface KeyRange {
  readonly shard: number;
  readonly stream: string;
  readonly key: string;
  readonly fromKeySeq: number;
  readonly afterId: number;
  readonly upToId: number;
  readonly limit: number;
}

export async function rowsOfKey(db: Db, range: KeyRange): Promise<OutboxRow[]> {
  const { shard, stream, key, fromKeySeq, afterId, upToId, limit } = range;
  return rowsOf<OutboxRow>(
    db,
    `select ${COLUMNS} from outbox where key = ? and key_seq >= ? and shard = ? and stream = ? and id > ? and id <= ?
      order by id limit ?`,
    [key, fromKeySeq, shard, stream, afterId, upToId, limit],
  );
}

/** What stands in the log of a key from that sequence on, in order; rows older than 7 days may be gone. */
export const readKeyLog = (
  tx: Db | Tx,
  at: { readonly stream: string; readonly key: string; readonly fromKeySeq: number },
): Promise<{ keySeq: number; payload: Buffer }[]> =>
  rowsOf(
    tx,
    `select key_seq as "keySeq", payload from outbox where key = ? and key_seq >= ? and stream = ? order by key_seq`,
    [at.key, at.fromKeySeq, at.stream],
  );

/** Streams that hold the key's log from `fromKeySeq` on, and the first sequence that is still there. */
export async function firstOfKey(db: Db, at: { shard: number; key: string; fromKeySeq: number }) {
  return rowsOf<{ stream: string; first: number }>(
    db,
    `select stream, min(key_seq) as first from outbox where key = ? and key_seq >= ? and shard = ? group by stream`,
    [at.key, at.fromKeySeq, at.shard],
  );
}

/** How many rows of each of these shards are not in the stream yet; the saved cursor lags a little. */
export async function unpublished(db: Db, shards: readonly number[]): Promise<Map<number, number>> {
  const rows = await rowsOf<{ shard: number; count: number }>(
    db,
    `select o.shard, count(*) as count from outbox o join outbox_cursors c using (shard, stream)
      where o.shard = any(?::int[]) and o.id > c.last_id group by o.shard`,
    [[...shards]],
    'kit-unpublished',
  );
  return new Map(rows.map(({ shard, count }) => [shard, count]));
}

/** Deletes what was published and is older than a resend can ask for. */
export async function sweepOutbox(db: Db, shard: number): Promise<void> {
  for (let more = true; more;) {
    const deleted = await rowsOf(
      db,
      `delete from outbox where (shard, id) in (select o.shard, o.id from outbox o join outbox_cursors c using (shard, stream)
        where o.shard = ? and o.created_at < now() - ${KEEP} and o.id <= c.last_id limit ${SWEEP_LIMIT}) returning 1`,
      [shard],
    );
    more = deleted.length === SWEEP_LIMIT;
  }
}

export async function sweepReceipts(db: Db): Promise<void> {
  await db.raw(`delete from receipts where at < now() - ${KEEP}`);
}
