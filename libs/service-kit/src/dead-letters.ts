import type { Db, Tx } from './db.js';
import * as store from './reader-store.js';
import type { LogSource } from './source.js';

export { listDeadLetters } from './reader-store.js';
export type { DeadLetter } from './reader-store.js';

/** There is no such dead letter, or it was replayed before. */
export class DeadLetterNotFound extends Error {
  readonly code = 'DEAD_LETTER_NOT_FOUND';
  constructor(id: number) {
    super(`There is no dead letter ${id} that waits for a replay.`);
    this.name = 'DeadLetterNotFound';
  }
}

/** The shard whose owner has to replay it. */
export async function shardOfDeadLetter(db: Db, id: number): Promise<number> {
  const letter = await store.findDeadLetter(db, id);
  if (letter === null || letter.replayedAt !== null) throw new DeadLetterNotFound(id);
  return letter.shard;
}

/** Takes the letter inside the transaction of its replay and marks it; parses it again, which may throw. */
export async function takeDeadLetter<M>(tx: Tx, id: number, source: LogSource<M>): Promise<M> {
  const letter = await store.findDeadLetter(tx, id, true);
  if (letter === null || letter.replayedAt !== null) throw new DeadLetterNotFound(id);
  await store.markReplayed(tx, id);
  return source.parse(letter.subject, letter.payload);
}
