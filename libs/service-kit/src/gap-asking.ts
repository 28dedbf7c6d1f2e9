import { Aborted, orAbort } from './abort.js';
import type { Place } from './arrival.js';
import type { Clock } from './clock.js';
import { pause } from './clock.js';
import { inTransaction } from './db.js';
import type { Db } from './db.js';
import type { Gap, OpenGaps } from './gaps.js';
import { assertEpoch } from './lease-store.js';
import type { Log } from './log.js';
import * as store from './reader-store.js';
import type { ShardQueue } from './shard-queue.js';
import type { LogSource, OnGap, ShardHandler } from './source.js';
import type { Telling } from './telling.js';
import { createWake } from './wake.js';

export interface GapAskingDeps<M, S> {
  readonly db: Db;
  readonly queue: ShardQueue;
  readonly source: LogSource<M>;
  readonly handler: ShardHandler<M, S>;
  readonly shard: number;
  readonly epoch: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly onGap: OnGap<M>;
  readonly gaps: OpenGaps<M>;
  readonly telling: Telling<S>;
  readonly signal: AbortSignal;
  /** Reads the stream again behind `place`: what was dropped there is now next. */
  readonly reread: (place: Place) => void;
}

/** A lost stretch of log may concern every key; the sender gets this many questions at a time. */
const ASK_AT_ONCE = 32;
const LOOK_EVERY_MS = 100;

/** Asks the senders of keys with gaps, and passes over what they no longer have. */
export function createGapAsking<M, S>(deps: GapAskingDeps<M, S>) {
  const { db, queue, source, handler, shard, clock, log, gaps, signal } = deps;
  const wake = createWake();

  /** One transaction: the watermark jumps and the state is marked. Returns the states to tell, null when it healed. */
  const passOver = (gap: Gap<M>, have: number, firstAvailable: number) =>
    inTransaction(db, async (tx): Promise<ReadonlyMap<string, S> | null> => {
      await assertEpoch(tx, shard, deps.epoch);
      const mark = (await store.loadMarks(tx, source.stream, [gap.key])).get(gap.key) ?? 0;
      // An earlier attempt may have got through without an answer: it is told now.
      const loaded = await handler.load(tx, [gap.key]);
      if (mark >= firstAvailable - 1) return loaded;
      if (mark !== have) return null;
      const state = loaded.get(gap.key);
      const range = { key: gap.key, from: have + 1, to: firstAvailable - 1 };
      const marked = handler.gapMark?.(state, range);
      const states = new Map<string, S>(marked === undefined ? [] : [[gap.key, marked]]);
      if (states.size > 0) await handler.save(tx, states, { shard, epoch: deps.epoch });
      await store.saveProgress(tx, { source: source.stream, shard, marks: new Map([[gap.key, range.to]]), hint: null });
      return states;
    });
  const ask = async (gap: Gap<M>, have: number) => {
    if (have >= gap.highest) return gaps.advance(new Map([[gap.key, have]]));
    const question = { shard, key: gap.key, have, got: Math.max(gap.got, have + 2), message: gap.message };
    const { firstAvailable } = await orAbort(deps.onGap(question), signal);
    if (firstAvailable === null || firstAvailable <= have + 1) return;
    const passed = await queue.run(shard, 'gap', async () => {
      const states = await passOver(gap, have, firstAvailable);
      if (states !== null) deps.telling.tell(states);
      return states !== null;
    });
    if (!passed) return;
    log.error({ shard, key: gap.key, from: have + 1, to: firstAvailable - 1 }, 'a stretch of a log is lost');
    gaps.advance(new Map([[gap.key, firstAvailable - 1]]));
    deps.reread(gap.before);
  };
  const askDue = async () => {
    const due = gaps.due(clock.mono(), ASK_AT_ONCE);
    if (due.length === 0) return;
    const marks = await inTransaction(db, (tx) =>
      store.loadMarks(
        tx,
        source.stream,
        due.map(({ key }) => key),
      ),
    );
    await Promise.all(
      due.map((gap) =>
        ask(gap, marks.get(gap.key) ?? 0).catch((error: unknown) => {
          if (error instanceof Aborted) return;
          log.warn({ err: error, shard, key: gap.key }, 'a sender could not be asked for missing messages');
        }),
      ),
    );
  };

  return {
    wake: wake.wake,
    /** Until the signal is aborted. */
    run: async () => {
      while (!signal.aborted) {
        if (gaps.size === 0) {
          await wake.wait(signal);
          continue;
        }
        await askDue().catch((error: unknown) => log.warn({ err: error, shard }, 'gaps could not be looked at yet'));
        await pause(clock, LOOK_EVERY_MS, signal);
      }
    },
  };
}
