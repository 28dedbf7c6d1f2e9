import { reasonOf } from './arrival.js';
import type { Arrival, Place } from './arrival.js';
import { pause } from './clock.js';
import type { Clock } from './clock.js';
import { DatabaseUnavailable, isUnavailable } from './db-errors.js';
import { inTransaction } from './db.js';
import type { Db, Tx } from './db.js';
import { LeaseLost, assertEpoch } from './lease-store.js';
import type { Log } from './log.js';
import type { Outbox } from './outbox.js';
import type { OutboxMessage } from './outbox-store.js';
import * as store from './reader-store.js';
import { sortBySequence } from './sequence.js';
import type { Sorted } from './sequence.js';
import type { LogSource, ShardHandler } from './source.js';

export interface BatchDeps<M, S> {
  readonly db: Db;
  readonly source: LogSource<M>;
  readonly handler: ShardHandler<M, S>;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly shard: number;
  readonly epoch: number;
  readonly clock: Clock;
  readonly log: Log;
}

export interface BatchOutcome<M, S> {
  readonly states: ReadonlyMap<string, S>;
  readonly sorted: Sorted<Arrival<M>>;
  readonly deadLetters: number;
}

/** Where to read on after `last`; called inside the transaction, with what was found to be beyond a gap. */
export type ResumeAt<M> = (gaps: readonly Arrival<M>[], last: Arrival<M>) => Place;

/** Four pauses between five tries, together under a second: the shard waits meanwhile. */
const PAUSES_MS = [50, 100, 200, 400];

const passes = (error: unknown) =>
  !(error instanceof LeaseLost) && !(error instanceof DatabaseUnavailable) && !isUnavailable(error);

/**
 * Reduces a batch in one transaction: epoch, watermarks, load, reduce, save, outbox rows, watermarks and hint. When a
 * message fails, the batch is done again one message at a time. Throws `LeaseLost` or `DatabaseUnavailable`; the
 * latter leaves open whether the batch was committed, and it is simply tried again.
 */
export async function commitBatch<M, S>(
  deps: BatchDeps<M, S>,
  batch: readonly Arrival<M>[],
  resumeAt: ResumeAt<M>,
): Promise<BatchOutcome<M, S>> {
  try {
    return await commitTogether(deps, batch, resumeAt);
  } catch (error) {
    if (!passes(error)) throw error;
    deps.log.warn(
      { err: error, shard: deps.shard, messages: batch.length },
      'a batch failed; trying its messages singly',
    );
    return commitSingly(deps, batch, resumeAt);
  }
}

/** The epoch first: what it refuses must not be read either. */
async function begin<M, S>(deps: BatchDeps<M, S>, tx: Tx, batch: readonly Arrival<M>[]): Promise<Sorted<Arrival<M>>> {
  const keys = new Set(batch.flatMap(({ key }) => (key === null ? [] : [key])));
  const [, marks] = await Promise.all([
    assertEpoch(tx, deps.shard, deps.epoch),
    store.loadMarks(tx, deps.source.stream, [...keys]),
  ]);
  return sortBySequence(batch, marks);
}

async function commitTogether<M, S>(deps: BatchDeps<M, S>, batch: readonly Arrival<M>[], resumeAt: ResumeAt<M>) {
  return inTransaction(deps.db, async (tx): Promise<BatchOutcome<M, S>> => {
    const sorted = await begin(deps, tx, batch);
    const result = await reduceMessages(deps, tx, sorted.accepted);
    const [deadLetters] = await Promise.all([
      buryMalformed(deps, tx, sorted.accepted),
      keep(deps, tx, result),
      finish(deps, tx, sorted, hintAfter(batch, sorted, resumeAt)),
    ]);
    return { states: result.states, sorted, deadLetters };
  });
}

function hintAfter<M>(batch: readonly Arrival<M>[], { gaps }: Sorted<Arrival<M>>, resumeAt: ResumeAt<M>): Place | null {
  const last = batch.at(-1);
  return last === undefined ? null : resumeAt(gaps, last);
}

interface Reduced<S> {
  readonly states: Map<string, S>;
  readonly outbox: readonly OutboxMessage[];
}

/** Loads and reduces the well-formed ones; throws what the handler throws. */
async function reduceMessages<M, S>(
  deps: BatchDeps<M, S>,
  tx: Tx,
  accepted: readonly Arrival<M>[],
): Promise<Reduced<S>> {
  const { handler, source } = deps;
  const messages = accepted.flatMap(({ content }) => (content.ok ? [content.message] : []));
  const states = new Map<string, S>();
  const outbox: OutboxMessage[] = [];
  if (messages.length === 0) return { states, outbox };
  const before = await handler.load(tx, [...new Set(messages.map(source.keyOf))]);
  const now = deps.clock.now();
  for (const message of messages) {
    const key = source.keyOf(message);
    const result = handler.reduce(states.get(key) ?? before.get(key), message, now);
    states.set(key, result.state);
    outbox.push(...result.outbox);
  }
  return { states, outbox };
}

async function keep<M, S>(deps: BatchDeps<M, S>, tx: Tx, { states, outbox }: Reduced<S>): Promise<void> {
  const { handler, shard, epoch } = deps;
  if (states.size === 0) return;
  await Promise.all([handler.save(tx, states, { shard, epoch }), deps.outbox.add(tx, shard, outbox)]);
}

async function buryMalformed<M, S>(deps: BatchDeps<M, S>, tx: Tx, accepted: readonly Arrival<M>[]): Promise<number> {
  let count = 0;
  for (const arrival of accepted) {
    if (!arrival.content.ok) count += await bury(deps, tx, arrival, arrival.content.reason);
  }
  return count;
}

async function finish<M, S>(deps: BatchDeps<M, S>, tx: Tx, { marks }: Sorted<Arrival<M>>, hint: Place | null) {
  await store.saveProgress(tx, { source: deps.source.stream, shard: deps.shard, marks, hint });
}

async function bury<M, S>(deps: BatchDeps<M, S>, tx: Tx, arrival: Arrival<M>, reason: string): Promise<number> {
  const { source, shard, log } = deps;
  const isNew = await store.addDeadLetter(tx, { source: source.stream, shard }, arrival, reason);
  if (isNew) log.error({ shard, key: arrival.key, seq: arrival.seq, reason }, 'a message went to the dead letters');
  return isNew ? 1 : 0;
}

async function commitSingly<M, S>(deps: BatchDeps<M, S>, batch: readonly Arrival<M>[], resumeAt: ResumeAt<M>) {
  const states = new Map<string, S>();
  const accepted: Arrival<M>[] = [];
  const gaps: Arrival<M>[] = [];
  const duplicates: Arrival<M>[] = [];
  const marks = new Map<string, number>();
  // Shared by the batch: many poisonous messages in a row must not hold up the shard for a second each.
  const pauses = [...PAUSES_MS];
  let deadLetters = 0;
  for (const arrival of batch) {
    const one = await commitOne(deps, arrival, { resumeAt, pauses });
    one.states.forEach((state, key) => states.set(key, state));
    one.sorted.marks.forEach((seq, key) => marks.set(key, seq));
    accepted.push(...one.sorted.accepted);
    gaps.push(...one.sorted.gaps);
    duplicates.push(...one.sorted.duplicates);
    deadLetters += one.deadLetters;
  }
  return { states, sorted: { accepted, gaps, duplicates, marks }, deadLetters };
}

interface Tries<M> {
  readonly resumeAt: ResumeAt<M>;
  readonly pauses: number[];
}

/** Tries behind a savepoint each; what still fails becomes a dead letter in this same transaction. */
async function commitOne<M, S>(deps: BatchDeps<M, S>, arrival: Arrival<M>, { resumeAt, pauses }: Tries<M>) {
  return inTransaction(deps.db, async (tx): Promise<BatchOutcome<M, S>> => {
    const sorted = await begin(deps, tx, [arrival]);
    let states = new Map<string, S>();
    let deadLetters = 0;
    if (sorted.accepted.length > 0) {
      const result = await tryMessage(deps, tx, arrival, pauses);
      if ('states' in result) states = result.states;
      else deadLetters = await bury(deps, tx, arrival, result.reason);
    }
    await finish(deps, tx, sorted, hintAfter([arrival], sorted, resumeAt));
    return { states, sorted, deadLetters };
  });
}

async function applyOne<M, S>(deps: BatchDeps<M, S>, savepoint: Tx, arrival: Arrival<M>): Promise<Map<string, S>> {
  const result = await reduceMessages(deps, savepoint, [arrival]);
  await keep(deps, savepoint, result);
  return result.states;
}

async function tryMessage<M, S>(deps: BatchDeps<M, S>, tx: Tx, arrival: Arrival<M>, pauses: number[]) {
  if (!arrival.content.ok) return { reason: arrival.content.reason };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { states: await tx.transaction((savepoint) => applyOne(deps, savepoint, arrival)) };
    } catch (error) {
      if (!passes(error)) throw error;
      if (attempt > PAUSES_MS.length) return { reason: reasonOf(error) };
      await pause(deps.clock, pauses.shift() ?? 0);
    }
  }
}
