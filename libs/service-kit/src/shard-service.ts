import type { Bus } from './bus.js';
import { pause } from './clock.js';
import type { Clock } from './clock.js';
import { DatabaseUnavailable } from './db-errors.js';
import { inTransaction, schemaOf } from './db.js';
import type { Db, Tx } from './db.js';
import { shardOfDeadLetter, takeDeadLetter } from './dead-letters.js';
import { LeaseLost, assertEpoch } from './lease-store.js';
import type { Log } from './log.js';
import { createOutbox } from './outbox.js';
import type { OutboxMessage } from './outbox.js';
import { createReader } from './reader.js';
import type { Reader, ReaderStats } from './reader.js';
import type { Part } from './run-service.js';
import { NotOwner, createShardQueue } from './shard-queue.js';
import { createShardLeases } from './shards.js';
import { createTelling } from './telling.js';
import type { LogSource, OnGap, ShardHandler } from './source.js';

export interface ShardServiceDeps<M, S> {
  readonly db: Db;
  readonly bus: Bus;
  readonly source: LogSource<M>;
  readonly handler: ShardHandler<M, S>;
  /** N of the stack. */
  readonly shards: number;
  /** Unique among all instances that ever run at the same time. */
  readonly instanceId: string;
  readonly log: Log;
  readonly clock: Clock;
  readonly onGap: OnGap<M>;
  /** The shard is ours and its reader starts: serve its requests, rebuild what is kept outside Postgres. */
  readonly onAcquire?: (shard: number, epoch: number) => Promise<void> | void;
  /** No work on the shard runs any more. */
  readonly onRelease?: (shard: number) => Promise<void> | void;
}

/** What a request or a deadline may do in its shard's transaction. */
export interface InShard<S> {
  readonly shard: number;
  readonly epoch: number;
  /** Epoch ms. */
  readonly now: number;
  readonly load: (keys: readonly string[]) => Promise<Map<string, S>>;
  /** Saves as a batch does; `committed` is told after the commit. */
  readonly save: (states: ReadonlyMap<string, S>) => Promise<void>;
  /** Adds rows to the outbox; they are published after the commit. */
  readonly send: (messages: readonly OutboxMessage[]) => Promise<void>;
}

export interface ShardStats extends ReaderStats {
  readonly shard: number;
  readonly owned: boolean;
  /** 0 when not owned. */
  readonly epoch: number;
}

export interface ShardService<S> extends Part {
  start(): Promise<void>;
  /** Ends all work and gives the leases back, so that others take over at once. */
  stop(): Promise<void>;
  /**
   * Runs `fn` in one transaction, in turn with the shard's batches. Throws `NotOwner`, `LeaseLost`,
   * `DatabaseUnavailable` (outcome unknown) or what `fn` throws (nothing is kept).
   */
  runInShard<T>(shard: number, fn: (tx: Tx, context: InShard<S>) => Promise<T>): Promise<T>;
  /** Publishes a key's log again; see `Outbox.resend`. */
  resend(shard: number, key: string, fromKeySeq: number): Promise<{ firstAvailable: number | null }>;
  /** Gives a dead letter to the handler again. It stays one when that fails. */
  replayDeadLetter(id: number): Promise<void>;
  owns(shard: number): boolean;
  stats(): ShardStats[];
  /** What each owned shard has yet to publish. */
  unpublished(): Promise<Map<number, number>>;
}

const SWEEP_EVERY_MS = 600_000;
const TELL_AGAIN_MS = 500;
const NOTHING_READ: ReaderStats = { lag: 0, readSeq: 0, gaps: 0, deadLetters: 0 };

/** Leases, queue, reader and outbox of a service that is spread over shards. */
export function createShardService<M, S>(deps: ShardServiceDeps<M, S>): ShardService<S> {
  const { db, bus, source, handler, shards, instanceId, log, clock } = deps;
  const queue = createShardQueue();
  const onLost = (shard: number, epoch: number) => leases.lost(shard, epoch);
  const outbox = createOutbox({ db, bus, clock, log, onLost });
  const readers = new Map<number, Reader>();
  // A lease that was given back is free at once; without this the others would see it up to a second later.
  const handOver = `pw.v1.kit.${schemaOf(db)}.leases`;
  const stopping = new AbortController();
  let cancelSweep = () => {};
  let stopListening = () => {};

  const acquire = async (shard: number, epoch: number) => {
    queue.open(shard);
    await outbox.open(shard, epoch);
    await deps.onAcquire?.(shard, epoch);
    readers.set(shard, createReader({ ...deps, queue, outbox, shard, epoch, onLost: () => onLost(shard, epoch) }));
  };
  const release = async (shard: number) => {
    const reader = readers.get(shard);
    readers.delete(shard);
    const closed = queue.close(shard);
    await reader?.stop();
    await closed;
    await outbox.close(shard);
    await deps.onRelease?.(shard);
  };
  const leases = createShardLeases({ db, shards, instanceId, clock, log, onAcquire: acquire, onRelease: release });

  /** After a commit whose outcome never arrived, until it could be read what is stored. */
  const tellStored = async (shard: number, keys: readonly string[]) => {
    const { signal } = stopping;
    while (!signal.aborted) {
      try {
        return await queue.run(shard, 'tell', () => createTelling({ db, handler, shard, log }).tellStored(keys));
      } catch (error) {
        // Whoever owns the shard now has told about everything when it took over.
        if (error instanceof NotOwner) return;
        log.warn({ err: error, shard }, 'what was committed could not be read yet');
        await pause(clock, TELL_AGAIN_MS, signal);
      }
    }
  };
  const runInShard = <T>(shard: number, fn: (tx: Tx, context: InShard<S>) => Promise<T>): Promise<T> =>
    queue.run(shard, 'request', async () => {
      const epoch = leases.held().get(shard);
      if (epoch === undefined) throw new NotOwner(shard);
      const changed = new Map<string, S>();
      const save = async (tx: Tx, states: ReadonlyMap<string, S>) => {
        states.forEach((state, key) => changed.set(key, state));
        await handler.save(tx, states, { shard, epoch });
      };
      try {
        const result = await inTransaction(db, async (tx) => {
          await assertEpoch(tx, shard, epoch);
          return fn(tx, {
            shard,
            epoch,
            now: clock.now(),
            load: (keys) => handler.load(tx, keys),
            save: (states) => save(tx, states),
            send: async (messages) => {
              await outbox.add(tx, shard, messages);
            },
          });
        });
        createTelling({ db, handler, shard, log }).tell(changed);
        return result;
      } catch (error) {
        if (error instanceof LeaseLost) leases.lost(shard, epoch);
        if (error instanceof DatabaseUnavailable && changed.size > 0) void tellStored(shard, [...changed.keys()]);
        throw error;
      } finally {
        outbox.flush(shard);
      }
    });
  const sweep = () => {
    for (const shard of leases.held().keys()) {
      outbox.sweep(shard).catch((error: unknown) => log.warn({ err: error, shard }, 'the outbox was not swept'));
    }
    cancelSweep = clock.setTimer(SWEEP_EVERY_MS, sweep);
  };

  return {
    name: `shards of ${source.stream}`,
    start: async () => {
      const subscription = bus.nc.subscribe(handOver, { callback: () => void leases.look() });
      stopListening = () => subscription.unsubscribe();
      await leases.start();
      sweep();
    },
    stop: async () => {
      stopping.abort();
      cancelSweep();
      stopListening();
      await leases.stop();
      if (bus.status().connected) bus.nc.publish(handOver);
    },
    runInShard,
    resend: (shard, key, fromKeySeq) => outbox.resend(shard, key, fromKeySeq),
    replayDeadLetter: async (id) => {
      const shard = await shardOfDeadLetter(db, id);
      await runInShard(shard, async (tx, context) => {
        const message = await takeDeadLetter(tx, id, source);
        const key = source.keyOf(message);
        const result = handler.reduce((await handler.load(tx, [key], [message])).get(key), message, context.now);
        await context.save(new Map([[key, result.state]]));
        await context.send(result.outbox);
      });
      await readers.get(shard)?.recount();
    },
    unpublished: () => outbox.unpublished(),
    owns: (shard) => readers.has(shard),
    stats: () =>
      Array.from({ length: shards }, (_, shard) => {
        const reader = readers.get(shard);
        const epoch = reader ? (leases.held().get(shard) ?? 0) : 0;
        return { shard, owned: reader !== undefined, epoch, ...(reader?.stats() ?? NOTHING_READ) };
      }),
  };
}
