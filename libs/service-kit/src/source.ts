import type { Tx } from './db.js';
import type { OutboxMessage } from './outbox-store.js';

/** A log to read: one ordered log per key, several keys to a shard. */
export interface LogSource<M> {
  /** Name of the stream; also the name under which watermarks are kept. */
  readonly stream: string;
  /** The one subject filter of a shard. */
  readonly filter: (shard: number) => string;
  /** Throws when the message is malformed. */
  readonly parse: (subject: string, data: Uint8Array) => M;
  readonly keyOf: (message: M) => string;
  /** Number of the message in the log of its key: 1, 2, 3, … */
  readonly seqOf: (message: M) => number;
  /**
   * Key and sequence of a message that can't be parsed, when they can still be told: its place in the log is then
   * passed, else the log of its key shows a gap. The headers `Pitwall-Key` and `Pitwall-Seq` are read first.
   */
  readonly identify?: (subject: string, data: Uint8Array) => { key: string; seq: number } | null;
}

export interface ReduceResult<S> {
  readonly state: S;
  readonly outbox: readonly OutboxMessage[];
}

export interface ShardContext {
  readonly shard: number;
  readonly epoch: number;
}

/** What a service does with the messages of a log. `S` is the state of one key. */
export interface ShardHandler<M, S> {
  /**
   * The states of many keys in one query; a key without state is left out. `messages` are those of the batch, for a
   * state that is too large to be loaded whole; left out for a request.
   */
  load(tx: Tx, keys: readonly string[], messages?: readonly M[]): Promise<Map<string, S>>;
  /** Pure; throws on a message it can't take. `now`: epoch ms, one value for a whole batch. */
  reduce(state: S | undefined, message: M, now: number): ReduceResult<S>;
  /** One upsert for many. */
  save(tx: Tx, states: ReadonlyMap<string, S>, context: ShardContext): Promise<void>;
  /** After the commit; may be repeated with the same or newer states. Must not throw. */
  committed?(states: ReadonlyMap<string, S>, shard: number): void;
  /** The sender no longer has the sequences `from` … `to` of this key. Undefined: nothing to store. */
  gapMark?(state: S | undefined, gap: { key: string; from: number; to: number }): S | undefined;
}

/** Asks the sender of the log to send `have` + 1 and everything after it again, in order. */
export type OnGap<M> = (gap: {
  readonly shard: number;
  readonly key: string;
  readonly have: number;
  readonly got: number;
  /** The message that showed the gap; null when it is malformed. */
  readonly message: M | null;
}) => Promise<{
  /** First sequence above `have` that the sender still has; null when it can't tell yet, and it is asked again. */
  readonly firstAvailable: number | null;
}>;
