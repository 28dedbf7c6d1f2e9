import type { Clock } from './clock.js';
import type { Db } from './db.js';
import { RENEW_EVERY_MS, nextLook, planLeases } from './lease-plan.js';
import * as store from './lease-store.js';
import type { Log } from './log.js';

export { shardOf } from '@pitwall/contracts';
export { LeaseLost, assertEpoch } from './lease-store.js';

export interface ShardLeasesDeps {
  readonly db: Db;
  /** N of the stack. */
  readonly shards: number;
  readonly instanceId: string;
  readonly clock: Clock;
  readonly log: Log;
  onAcquire(shard: number, epoch: number): Promise<void> | void;
  /** Resolves when no work on the shard is under way; only then is the lease given back. */
  onRelease(shard: number): Promise<void> | void;
}

export interface ShardLeases {
  start(): Promise<void>;
  /** Gives all leases back at once. */
  stop(): Promise<void>;
  /** Looks at the leases now instead of at the next second. */
  look(): Promise<void>;
  /** A transaction found its lease gone: stop working on the shard without waiting for the next renewal. */
  lost(shard: number, epoch: number): void;
  /** Epoch of every shard held. */
  held(): ReadonlyMap<number, number>;
}

/** Keeps this instance's share of the shards. Calls to `onAcquire` and `onRelease` of one shard never overlap. */
export function createShardLeases(deps: ShardLeasesDeps): ShardLeases {
  const { db, instanceId, log } = deps;
  const held = new Map<number, number>();
  const leaving = new Map<number, Promise<void>>();
  const turns = new Map<number, Promise<void>>();
  let looking: Promise<void> | null = null;
  let missed = false;
  let cancelTimer = () => {};
  let stopped = true;

  const inTurn = (shard: number, what: string, fn: () => Promise<void> | void): Promise<void> => {
    const turn = (turns.get(shard) ?? Promise.resolve()).then(fn).catch((error: unknown) => {
      log.error({ err: error, shard, what }, 'a shard hand-over failed');
    });
    turns.set(shard, turn);
    return turn;
  };
  const drop = (shard: number): Promise<void> => {
    held.delete(shard);
    return inTurn(shard, 'release', () => deps.onRelease(shard));
  };
  const take = async (limit: number) => {
    for (const { shard, epoch } of await store.takeLeases(db, instanceId, [...held.keys()], limit)) {
      held.set(shard, epoch);
      log.info({ shard, epoch }, 'shard acquired');
      void inTurn(shard, 'acquire', () => deps.onAcquire(shard, epoch));
    }
  };
  /** Work ends first, while the lease is still being renewed; then the lease goes. */
  const giveBack = (shard: number) => {
    const epoch = held.get(shard);
    if (epoch === undefined || leaving.has(shard)) return;
    const gone = inTurn(shard, 'release', () => deps.onRelease(shard))
      .then(() => store.releaseLeases(db, instanceId, [{ shard, epoch }]))
      .then(() => log.info({ shard, epoch }, 'surplus shard given back'))
      .catch((error: unknown) => log.warn({ err: error, shard }, 'a lease was not given back and will expire'))
      .finally(() => {
        held.delete(shard);
        leaving.delete(shard);
      });
    leaving.set(shard, gone);
  };
  const renew = async () => {
    const mine = [...held].map(([shard, epoch]) => ({ shard, epoch }));
    const kept = new Map((await store.renewLeases(db, instanceId, mine)).map(({ shard, epoch }) => [shard, epoch]));
    for (const { shard, epoch } of mine) {
      if (kept.get(shard) === epoch || held.get(shard) !== epoch || leaving.has(shard)) continue;
      log.warn({ shard, epoch }, 'shard lost to another instance');
      void drop(shard);
    }
  };
  const lookOnce = async (): Promise<number> => {
    await store.announceInstance(db, instanceId);
    await renew();
    const live = await store.liveInstances(db);
    const plan = planLeases(instanceId, live, [...held.keys()], deps.shards);
    if (stopped) return RENEW_EVERY_MS;
    plan.giveBack.forEach(giveBack);
    if (plan.take > 0) await take(plan.take);
    return nextLook(instanceId, await store.viewLeases(db));
  };
  const look = (): Promise<void> => {
    if (stopped) return Promise.resolve();
    // The look under way may have read before what this one is about.
    if (looking !== null) missed = true;
    looking ??= lookOnce()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'leases could not be renewed');
        return RENEW_EVERY_MS;
      })
      .then((wait) => {
        looking = null;
        cancelTimer();
        if (!stopped) cancelTimer = deps.clock.setTimer(missed ? 0 : wait, () => void look());
        missed = false;
      });
    return looking;
  };

  return {
    start: async () => {
      await store.addShards(db, deps.shards);
      stopped = false;
      await look();
    },
    stop: async () => {
      stopped = true;
      cancelTimer();
      await looking;
      await Promise.all(leaving.values());
      const mine = [...held].map(([shard, epoch]) => ({ shard, epoch }));
      await Promise.all(mine.map(({ shard }) => drop(shard)));
      await Promise.all(turns.values());
      try {
        await store.releaseLeases(db, instanceId, mine);
        await store.removeInstance(db, instanceId);
      } catch (error) {
        log.warn({ err: error }, 'leases were not given back and will expire');
      }
    },
    look,
    lost: (shard, epoch) => {
      if (held.get(shard) === epoch && !leaving.has(shard)) void drop(shard);
    },
    held: () => held,
  };
}
