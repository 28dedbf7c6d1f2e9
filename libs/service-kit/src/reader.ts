import { Aborted, orAbort } from './abort.js';
import { arrivalOf } from './arrival.js';
import type { Arrival, Place } from './arrival.js';
import { commitBatch } from './batch.js';
import { commitSingly } from './batch-singly.js';
import type { BatchDeps, BatchOutcome } from './batch-steps.js';
import type { Bus } from './bus.js';
import { pause } from './clock.js';
import { isUnavailable } from './db-errors.js';
import { createOpenGaps } from './gaps.js';
import { createGapAsking } from './gap-asking.js';
import { LeaseLost } from './lease-store.js';
import type { Outbox } from './outbox.js';
import * as store from './reader-store.js';
import { NotOwner } from './shard-queue.js';
import type { ShardQueue } from './shard-queue.js';
import type { OnGap } from './source.js';
import { subscribe, verifiedPlace } from './subscription.js';
import type { Subscription } from './subscription.js';
import { createTelling } from './telling.js';
import { createWake } from './wake.js';

export interface ReaderDeps<M, S> extends BatchDeps<M, S> {
  readonly bus: Bus;
  readonly queue: ShardQueue;
  readonly outbox: Outbox;
  readonly onGap: OnGap<M>;
  /** The shard's lease turned out to be gone. */
  readonly onLost: () => void;
}

export interface ReaderStats {
  /** Messages of this shard that are in the stream and not yet reduced, as of the last one that arrived. */
  readonly lag: number;
  /** Stream sequence of the last message taken into a committed batch. */
  readonly readSeq: number;
  readonly gaps: number;
  readonly deadLetters: number;
}

export interface Reader {
  /** Resolves when nothing of it runs any more; what had arrived and wasn't committed is read again by the next owner. */
  stop(): Promise<void>;
  stats(): ReaderStats;
  /** Counts the dead letters again, after one was replayed. */
  recount(): Promise<void>;
}

const MAX_BATCH_MESSAGES = 500;
const MAX_BATCH_BYTES = 4 * 1024 * 1024;
/** A batch that fails this often, for whatever reason, is taken in the smallest steps there are. */
const SINGLY_AFTER = 4;
/** Two batches: one in the transaction, the next one arriving. */
const MAX_WAITING = 2 * MAX_BATCH_MESSAGES;
const RETRY_MS = [50, 100, 250, 500, 1_000];

const retryAfter = (failures: number) => RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0;

const keysOf = (arrivals: readonly Arrival<unknown>[]): string[] => [
  ...new Set(arrivals.flatMap(({ key }) => (key === null ? [] : [key]))),
];

/** Reads one owned shard of a log, from the stored hint on, until it is stopped or its lease is lost. */
export function createReader<M, S>(deps: ReaderDeps<M, S>): Reader {
  const { db, bus, queue, source, shard, clock, log } = deps;
  const stopping = new AbortController();
  const waiting: Arrival<M>[] = [];
  const arrived = createWake();
  const room = createWake();
  const gaps = createOpenGaps<M>();
  let subscription: Subscription | null = null;
  let restartFrom: Place | null = null;
  let committing: Promise<void> = Promise.resolve();
  const counts = { pending: 0, readSeq: 0, deadLetters: 0 };

  const telling = createTelling(deps);
  const asking = createGapAsking({
    ...deps,
    telling,
    gaps,
    signal: stopping.signal,
    reread: (place) => {
      restartFrom = place;
      subscription?.stop();
    },
  });

  const takeBatch = (): Arrival<M>[] => {
    let bytes = 0;
    const fits = waiting.slice(0, MAX_BATCH_MESSAGES).findIndex(({ data }, index) => {
      bytes += data.length;
      return index > 0 && bytes > MAX_BATCH_BYTES;
    });
    return waiting.splice(0, fits < 0 ? MAX_BATCH_MESSAGES : fits);
  };
  const resumeAt = (beyond: readonly Arrival<M>[], last: Arrival<M>): Place => {
    for (const arrival of beyond) gaps.note(arrival, clock.mono());
    return gaps.resumeAt(last.place);
  };
  const settle = (batch: readonly Arrival<M>[], outcome: BatchOutcome<M, S>) => {
    gaps.advance(outcome.sorted.marks);
    counts.readSeq = batch.at(-1)?.place.streamSeq ?? counts.readSeq;
    counts.deadLetters += outcome.deadLetters;
    deps.outbox.flush(shard, outcome.added);
    asking.wake();
  };
  const attempt = async (batch: readonly Arrival<M>[], failures: number): Promise<BatchOutcome<M, S>> => {
    const outcome = await (failures < SINGLY_AFTER ? commitBatch : commitSingly)(deps, batch, resumeAt);
    // An attempt before this one may have been committed, and nobody was told.
    if (failures > 0) await telling.tellStored(keysOf(outcome.sorted.duplicates));
    telling.tell(outcome.states);
    return outcome;
  };
  /** Tries until it is committed: while the database is away, the reader stands still. */
  const commit = async (batch: readonly Arrival<M>[]) => {
    for (let failures = 0; !stopping.signal.aborted; failures += 1) {
      try {
        settle(batch, await queue.run(shard, 'batch', () => attempt(batch, failures)));
        return;
      } catch (error) {
        if (error instanceof LeaseLost) deps.onLost();
        if (error instanceof LeaseLost || error instanceof NotOwner) return stopping.abort();
        log.warn({ err: error, shard, messages: batch.length }, 'a batch could not be committed yet');
        await pause(clock, retryAfter(failures), stopping.signal);
      }
    }
  };
  const commitAll = async () => {
    while (!stopping.signal.aborted) {
      const batch = takeBatch();
      room.wake();
      if (batch.length > 0) await (committing = commit(batch));
      else await arrived.wait(stopping.signal);
    }
  };
  const startPlace = async (): Promise<Place> => {
    await committing;
    waiting.length = 0;
    await committing;
    const place = restartFrom ?? (await store.loadHint(db, source.stream, shard));
    restartFrom = null;
    const verified = await orAbort(verifiedPlace(bus, source.stream, place), stopping.signal);
    if (place && verified.streamSeq !== place.streamSeq) {
      log.warn({ shard, streamSeq: place.streamSeq }, 'the stream is not the one that was read; starting over');
      gaps.clear();
    }
    return verified;
  };
  /** One consumer's life. */
  const follow = async () => {
    let before = await startPlace();
    const opening = subscribe(bus, { stream: source.stream, filter: source.filter(shard), after: before });
    subscription = await orAbort(opening, stopping.signal).catch((error: unknown) => {
      // It may still open after the stop, and nobody would close it then.
      opening.then((late) => late.stop()).catch(() => undefined);
      throw error;
    });
    counts.readSeq = Math.max(counts.readSeq, before.streamSeq);
    for await (const { subject, data, seq, headers, info } of subscription.messages()) {
      const arrival = arrivalOf(source, { subject, data, seq, headers }, before);
      before = arrival.place;
      counts.pending = info.pending;
      waiting.push(arrival);
      arrived.wake();
      while (waiting.length >= MAX_WAITING && !stopping.signal.aborted) await room.wait(stopping.signal);
    }
  };
  const followAlways = async () => {
    const reconnected = createWake();
    const off = bus.onReconnect(reconnected.wake);
    for (let failures = 0; !stopping.signal.aborted; failures += 1) {
      try {
        if (!bus.status().connected) await reconnected.wait(stopping.signal);
        await follow();
        failures = 0;
      } catch (error) {
        if (error instanceof Aborted) break;
        log.warn(
          { err: error, shard },
          isUnavailable(error) ? 'the hint can not be read yet' : 'the log can not be read yet',
        );
      }
      // Also after a clean end: a stream that keeps breaking must not spin.
      await pause(clock, retryAfter(failures), stopping.signal);
    }
    off();
  };

  const recount = async () => {
    counts.deadLetters = await store.countDeadLetters(db, source.stream, shard);
  };
  const counted = recount().catch(() => log.warn({ shard }, 'the dead letters could not be counted yet'));
  const running = Promise.all([followAlways(), commitAll(), asking.run(), counted]);
  return {
    stop: async () => {
      stopping.abort();
      subscription?.stop();
      await running;
    },
    stats: () => ({
      lag: counts.pending + waiting.length,
      readSeq: counts.readSeq,
      gaps: gaps.size,
      deadLetters: counts.deadLetters,
    }),
    recount,
  };
}
