import { rowsOf } from './db.js';
import type { Db, Tx } from './db.js';
import { LEASE_MS } from './lease-plan.js';
import type { LeaseView } from './lease-plan.js';

/** The shard has gone to another owner, or its lease ran out: nothing of this transaction may be kept. */
export class LeaseLost extends Error {
  readonly code = 'LEASE_LOST';
  readonly hint = 'The shard is changing hands; try again in a moment.';
  constructor(
    readonly shard: number,
    readonly epoch: number,
  ) {
    super(`The lease on shard ${shard} with epoch ${epoch} is lost.`);
    this.name = 'LeaseLost';
  }
}

export interface Held {
  readonly shard: number;
  readonly epoch: number;
}

const EXPIRY = `clock_timestamp() + interval '${LEASE_MS} milliseconds'`;

/**
 * Belongs into every transaction that writes for a shard, before anything else. Until the transaction ends nobody can
 * take the shard over: the key-share lock conflicts with a take-over and not with a renewal.
 */
export async function assertEpoch(tx: Tx, shard: number, epoch: number): Promise<void> {
  const rows = await rowsOf(
    tx,
    `select 1 from shard_leases
      where shard = ? and epoch = ? and owner is not null and expires_at > clock_timestamp() for key share`,
    [shard, epoch],
    'kit-assert-epoch',
  );
  if (rows.length === 0) throw new LeaseLost(shard, epoch);
}

export async function addShards(db: Db, shards: number): Promise<void> {
  await db.raw(
    `insert into shard_leases (shard, expires_at) select n, clock_timestamp() from generate_series(0, ? - 1) n
      on conflict do nothing`,
    [shards],
  );
}

export async function announceInstance(db: Db, id: string): Promise<void> {
  await db.raw(
    `insert into instances (id, expires_at) values (?, ${EXPIRY}) on conflict (id) do update set expires_at = ${EXPIRY}`,
    [id],
  );
}

export async function liveInstances(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(db, 'select id from instances where expires_at > clock_timestamp()');
  return rows.map(({ id }) => id);
}

/** Renews what is held with these epochs and returns what really is still held. */
export async function renewLeases(db: Db, owner: string, held: readonly Held[]): Promise<Held[]> {
  if (held.length === 0) return [];
  return rowsOf<Held>(
    db,
    `update shard_leases l set expires_at = ${EXPIRY}
      from unnest(?::int[], ?::bigint[]) as h(shard, epoch)
      where l.shard = h.shard and l.epoch = h.epoch and l.owner = ? returning l.shard, l.epoch`,
    [held.map(({ shard }) => shard), held.map(({ epoch }) => epoch), owner],
  );
}

export async function viewLeases(db: Db): Promise<LeaseView[]> {
  return rowsOf<LeaseView>(
    db,
    `select shard, owner, (extract(epoch from expires_at - clock_timestamp()) * 1000)::float8 as "remainingMs"
      from shard_leases`,
  );
}

/** Takes up to `limit` shards that nobody owns (any longer). Rows locked by an open transaction are left alone. */
export async function takeLeases(db: Db, owner: string, held: readonly number[], limit: number): Promise<Held[]> {
  return rowsOf<Held>(
    db,
    `update shard_leases set owner = ?, epoch = epoch + 1, expires_at = ${EXPIRY}
      where shard in (select shard from shard_leases
        where (owner is null or owner = ? or expires_at <= clock_timestamp()) and shard <> all(?::int[])
        order by random() limit ? for update skip locked)
      returning shard, epoch`,
    [owner, owner, held, limit],
  );
}

export async function releaseLeases(db: Db, owner: string, held: readonly Held[]): Promise<void> {
  await db.raw(
    `update shard_leases l set owner = null, expires_at = clock_timestamp()
      from unnest(?::int[], ?::bigint[]) as h(shard, epoch)
      where l.shard = h.shard and l.epoch = h.epoch and l.owner = ?`,
    [held.map(({ shard }) => shard), held.map(({ epoch }) => epoch), owner],
  );
}

export async function removeInstance(db: Db, id: string): Promise<void> {
  await db.raw(`delete from instances where id = ? or expires_at < clock_timestamp() - interval '1 minute'`, [id]);
}
