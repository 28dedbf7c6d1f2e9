import { reasonOf } from './arrival.js';
import type { Arrival } from './arrival.js';
import { begin, bury, finish, hintAfter, keep, loadStates, reduceLoaded } from './batch-steps.js';
import type { BatchDeps, BatchOutcome, ResumeAt } from './batch-steps.js';
import { pause } from './clock.js';
import { isUnavailable } from './db-errors.js';
import { inTransaction } from './db.js';
import type { Tx } from './db.js';
import { LeaseLost } from './lease-store.js';

/** Four pauses between five tries, together under a second: the shard waits meanwhile. */
const PAUSES_MS = [50, 100, 200, 400];

/** Whether the message, not the world around it, is at fault. */
export const isPoison = (error: unknown): boolean => !(error instanceof LeaseLost) && !isUnavailable(error);

/** One message after the other, each in a transaction of its own. */
export async function commitSingly<M, S>(
  deps: BatchDeps<M, S>,
  batch: readonly Arrival<M>[],
  resumeAt: ResumeAt<M>,
): Promise<BatchOutcome<M, S>> {
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
  // Some of them behind savepoints that were rolled back: the table tells which.
  return { states, sorted: { accepted, gaps, duplicates, marks }, deadLetters, added: [] };
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
    return { states, sorted, deadLetters, added: [] };
  });
}

async function applyOne<M, S>(deps: BatchDeps<M, S>, savepoint: Tx, arrival: Arrival<M>): Promise<Map<string, S>> {
  const result = reduceLoaded(deps, await loadStates(deps, savepoint, [arrival]), [arrival]);
  await keep(deps, savepoint, result);
  return result.states;
}

async function tryMessage<M, S>(deps: BatchDeps<M, S>, tx: Tx, arrival: Arrival<M>, pauses: number[]) {
  if (!arrival.content.ok) return { reason: arrival.content.reason };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { states: await tx.transaction((savepoint) => applyOne(deps, savepoint, arrival)) };
    } catch (error) {
      if (!isPoison(error)) throw error;
      if (attempt > PAUSES_MS.length) return { reason: reasonOf(error) };
      await pause(deps.clock, pauses.shift() ?? 0);
    }
  }
}
