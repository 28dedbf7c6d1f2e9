import type { Arrival, Place } from './arrival.js';
import type { Clock } from './clock.js';
import type { Db, Tx } from './db.js';
import { assertEpoch } from './lease-store.js';
import type { Log } from './log.js';
import type { AddedRows, Outbox, OutboxMessage } from './outbox.js';
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
  readonly added: readonly AddedRows[];
}

/** Where to read on after `last`; called inside the transaction, with what was found to be beyond a gap. */
export type ResumeAt<M> = (gaps: readonly Arrival<M>[], last: Arrival<M>) => Place;

/** The epoch first: what it refuses must not be read either. */
export async function begin<M, S>(
  deps: BatchDeps<M, S>,
  tx: Tx,
  batch: readonly Arrival<M>[],
): Promise<Sorted<Arrival<M>>> {
  const keys = new Set(batch.flatMap(({ key }) => (key === null ? [] : [key])));
  const [, marks] = await Promise.all([
    assertEpoch(tx, deps.shard, deps.epoch),
    store.loadMarks(tx, deps.source.stream, [...keys]),
  ]);
  return sortBySequence(batch, marks);
}

export function hintAfter<M>(
  batch: readonly Arrival<M>[],
  { gaps }: Sorted<Arrival<M>>,
  resumeAt: ResumeAt<M>,
): Place | null {
  const last = batch.at(-1);
  return last === undefined ? null : resumeAt(gaps, last);
}

export interface Reduced<S> {
  readonly states: Map<string, S>;
  readonly outbox: readonly OutboxMessage[];
}

const messagesOf = <M>(arrivals: readonly Arrival<M>[]): M[] =>
  arrivals.flatMap(({ content }) => (content.ok ? [content.message] : []));

/** The states of all keys that the well-formed ones name. */
export async function loadStates<M, S>(
  { handler, source }: BatchDeps<M, S>,
  tx: Tx,
  arrivals: readonly Arrival<M>[],
): Promise<Map<string, S>> {
  const messages = messagesOf(arrivals);
  if (messages.length === 0) return new Map();
  return handler.load(tx, [...new Set(messages.map(source.keyOf))], messages);
}

/** Reduces the well-formed ones in their order; throws what the handler throws. */
export function reduceLoaded<M, S>(
  { handler, source, clock }: BatchDeps<M, S>,
  before: ReadonlyMap<string, S>,
  accepted: readonly Arrival<M>[],
): Reduced<S> {
  const states = new Map<string, S>();
  const outbox: OutboxMessage[] = [];
  const now = clock.now();
  for (const message of messagesOf(accepted)) {
    const key = source.keyOf(message);
    const result = handler.reduce(states.get(key) ?? before.get(key), message, now);
    states.set(key, result.state);
    outbox.push(...result.outbox);
  }
  return { states, outbox };
}

export async function keep<M, S>(deps: BatchDeps<M, S>, tx: Tx, { states, outbox }: Reduced<S>): Promise<AddedRows[]> {
  const { handler, shard, epoch } = deps;
  if (states.size === 0) return [];
  const [, added] = await Promise.all([handler.save(tx, states, { shard, epoch }), deps.outbox.add(tx, shard, outbox)]);
  return added;
}

export async function buryMalformed<M, S>(
  deps: BatchDeps<M, S>,
  tx: Tx,
  accepted: readonly Arrival<M>[],
): Promise<number> {
  let count = 0;
  for (const arrival of accepted) {
    if (!arrival.content.ok) count += await bury(deps, tx, arrival, arrival.content.reason);
  }
  return count;
}

export async function finish<M, S>(deps: BatchDeps<M, S>, tx: Tx, { marks }: Sorted<Arrival<M>>, hint: Place | null) {
  await store.saveProgress(tx, { source: deps.source.stream, shard: deps.shard, marks, hint });
}

export async function bury<M, S>(deps: BatchDeps<M, S>, tx: Tx, arrival: Arrival<M>, reason: string): Promise<number> {
  const { source, shard, log } = deps;
  const isNew = await store.addDeadLetter(tx, { source: source.stream, shard }, arrival, reason);
  if (isNew) log.error({ shard, key: arrival.key, seq: arrival.seq, reason }, 'a message went to the dead letters');
  return isNew ? 1 : 0;
}
