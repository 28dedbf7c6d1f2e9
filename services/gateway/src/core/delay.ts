/** Something on the way from an agent to a card. */
export interface Station {
  /** For people: `nats`, `host laptop`, `matcher`. */
  readonly name: string;
  /** Events that wait there; null: it does not answer. */
  readonly waiting: number | null;
}

export interface Delay {
  /** How long statuses may have been behind what really happened, ms; 0: they are not. */
  readonly behindMs: number;
  /** Where events wait. */
  readonly at: readonly string[];
}

/** Since when each station has had something waiting, epoch ms. */
export type WaitingSince = ReadonlyMap<string, number>;

/**
 * A station that was empty a look ago and is not now is just working: only what waits at two looks counts, from the
 * first of them on.
 */
export const noteStations = (before: WaitingSince, stations: readonly Station[], now: number): WaitingSince =>
  new Map(stations.flatMap(({ name, waiting }) => (waiting === 0 ? [] : [[name, before.get(name) ?? now] as const])));

export function delayOf(since: WaitingSince, now: number): Delay {
  const behind = [...since].filter(([, start]) => start < now);
  return {
    behindMs: behind.reduce((longest, [, start]) => Math.max(longest, now - start), 0),
    at: behind.map(([name]) => name),
  };
}
