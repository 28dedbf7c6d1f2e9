import type { Arrival } from './arrival.js';
import { commitSingly, isPoison } from './batch-singly.js';
import { begin, buryMalformed, finish, hintAfter, keep, loadStates, reduceLoaded } from './batch-steps.js';
import type { BatchDeps, BatchOutcome, ResumeAt } from './batch-steps.js';
import { inPipelinedTransaction } from './db.js';

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
    if (!isPoison(error)) throw error;
    deps.log.warn(
      { err: error, shard: deps.shard, messages: batch.length },
      'a batch failed; trying its messages singly',
    );
    return commitSingly(deps, batch, resumeAt);
  }
}

async function commitTogether<M, S>(deps: BatchDeps<M, S>, batch: readonly Arrival<M>[], resumeAt: ResumeAt<M>) {
  return inPipelinedTransaction(deps.db, async (tx): Promise<BatchOutcome<M, S>> => {
    // What turns out to be a duplicate is loaded for nothing, which costs less than to wait for the watermarks first.
    const [sorted, before] = await Promise.all([begin(deps, tx, batch), loadStates(deps, tx, batch)]);
    const result = reduceLoaded(deps, before, sorted.accepted);
    const [deadLetters, added] = await Promise.all([
      buryMalformed(deps, tx, sorted.accepted),
      keep(deps, tx, result),
      finish(deps, tx, sorted, hintAfter(batch, sorted, resumeAt)),
    ]);
    return { states: result.states, sorted, deadLetters, added };
  });
}
