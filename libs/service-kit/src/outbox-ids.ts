/**
 * Ids of outbox rows: microseconds of the wall clock, always growing within a shard. A sequence of the database would
 * give an id again after a backup was put back, or a standby took over without the newest commits; the bus takes a message
 * under an id that it knows for a repetition.
 */
export interface OutboxIds {
  next(shard: number): number;
  /** Notes the newest id of a stream and returns the one before it, null when it isn't known. */
  advance(shard: number, stream: string, id: number): number | null;
  startAbove(shard: number, highest: number): void;
}

export function createOutboxIds(now: () => number): OutboxIds {
  const highest = new Map<number, number>();
  const ofStream = new Map<string, number>();
  return {
    next: (shard) => {
      const id = Math.max((highest.get(shard) ?? 0) + 1, Math.floor(now() * 1_000));
      highest.set(shard, id);
      return id;
    },
    advance: (shard, stream, id) => {
      const key = `${shard} ${stream}`;
      const before = ofStream.get(key) ?? null;
      ofStream.set(key, id);
      return before;
    },
    startAbove: (shard, id) => {
      highest.set(shard, Math.max(highest.get(shard) ?? 0, id));
      for (const key of [...ofStream.keys()]) if (key.startsWith(`${shard} `)) ofStream.delete(key);
    },
  };
}
