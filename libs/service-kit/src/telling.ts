import { inTransaction } from './db.js';
import type { Db } from './db.js';
import type { Log } from './log.js';
import type { ShardHandler } from './source.js';

export interface Telling<S> {
  /** Tells the handler what was committed. */
  tell(states: ReadonlyMap<string, S>): void;
  /** For a commit whose outcome never arrived: tells what is stored. Throws when it can't be read. */
  tellStored(keys: readonly string[]): Promise<void>;
}

/** How a shard's handler hears of commits; called in the shard's queue, so that states come in order. */
export function createTelling<S>(deps: {
  readonly db: Db;
  readonly handler: Pick<ShardHandler<never, S>, 'load' | 'committed'>;
  readonly shard: number;
  readonly log: Log;
}): Telling<S> {
  const { db, handler, shard, log } = deps;
  const tell = (states: ReadonlyMap<string, S>) => {
    if (states.size === 0) return;
    try {
      handler.committed?.(states, shard);
    } catch (error) {
      log.error({ err: error, shard }, 'telling about committed states failed');
    }
  };
  return {
    tell,
    tellStored: async (keys) => {
      if (keys.length > 0 && handler.committed) tell(await inTransaction(db, (tx) => handler.load(tx, keys)));
    },
  };
}
