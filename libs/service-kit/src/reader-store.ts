import { digestOf } from './arrival.js';
import type { Arrival, Place } from './arrival.js';
import { rowsOf } from './db.js';
import type { Db, Tx } from './db.js';

export async function loadMarks(tx: Tx, source: string, keys: readonly string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await rowsOf<{ key: string; seq: number }>(
    tx,
    'select key, seq from watermarks where source = ? and key = any(?::text[])',
    [source, keys],
    'kit-load-marks',
  );
  return new Map(rows.map(({ key, seq }) => [key, seq]));
}

export interface Progress {
  readonly source: string;
  readonly shard: number;
  readonly marks: ReadonlyMap<string, number>;
  /** Null leaves the hint as it is. */
  readonly hint: Place | null;
}

/** Watermarks and hint in one statement. */
export async function saveProgress(tx: Tx, { source, shard, marks, hint }: Progress): Promise<void> {
  await rowsOf(
    tx,
    `with hint as (
        insert into reader_hints (source, shard, stream_seq, msg_id)
          select ?, ?::int, ?::bigint, ?::text where ?::boolean
          on conflict (source, shard) do update set stream_seq = excluded.stream_seq, msg_id = excluded.msg_id)
      insert into watermarks (source, key, seq) select ?, m.key, m.seq from unnest(?::text[], ?::bigint[]) as m(key, seq)
        on conflict (source, key) do update set seq = excluded.seq`,
    [
      ...[source, shard, hint?.streamSeq ?? 0, hint?.msgId ?? '', hint !== null],
      ...[source, [...marks.keys()], [...marks.values()]],
    ],
    'kit-save-progress',
  );
}

export async function loadHint(db: Db, source: string, shard: number): Promise<Place | null> {
  const [row] = await rowsOf<Place>(
    db,
    `select stream_seq as "streamSeq", msg_id as "msgId" from reader_hints where source = ? and shard = ?`,
    [source, shard],
  );
  return row ?? null;
}

export interface DeadLetter {
  readonly id: number;
  readonly source: string;
  readonly shard: number;
  readonly key: string | null;
  readonly seq: number | null;
  readonly subject: string;
  readonly payload: Buffer;
  readonly reason: string;
  readonly at: Date;
  readonly replayedAt: Date | null;
}

const LETTER = `id, source, shard, key, seq, subject, payload, reason, at, replayed_at as "replayedAt"`;

/** Returns whether it is new: bytes without a key are kept once, however often they are read. */
export async function addDeadLetter(
  tx: Tx,
  at: { source: string; shard: number },
  arrival: Arrival<unknown>,
  reason: string,
): Promise<boolean> {
  const { key, seq, subject, data } = arrival;
  const rows = await rowsOf(
    tx,
    `insert into dead_letters (source, shard, key, seq, subject, payload, digest, reason)
      values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing returning id`,
    [at.source, at.shard, key, seq, subject, Buffer.from(data), digestOf(subject, data), reason],
  );
  return rows.length > 0;
}

export async function findDeadLetter(db: Db | Tx, id: number, lock = false): Promise<DeadLetter | null> {
  const [row] = await rowsOf<DeadLetter>(
    db,
    `select ${LETTER} from dead_letters where id = ?${lock ? ' for update' : ''}`,
    [id],
  );
  return row ?? null;
}

/** Newest first; replayed ones are left out. */
export async function listDeadLetters(db: Db, limit: number): Promise<DeadLetter[]> {
  return rowsOf<DeadLetter>(
    db,
    `select ${LETTER} from dead_letters where replayed_at is null order by id desc limit ?`,
    [limit],
  );
}

export async function countDeadLetters(db: Db, source: string, shard: number): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(
    db,
    'select count(*) as n from dead_letters where source = ? and shard = ? and replayed_at is null',
    [source, shard],
  );
  return row?.n ?? 0;
}

export async function markReplayed(tx: Tx, id: number): Promise<void> {
  await tx.raw('update dead_letters set replayed_at = now() where id = ?', [id]);
}
