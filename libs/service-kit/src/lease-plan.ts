/** A lease row as an instance sees it; `remainingMs` by the database's clock, negative when expired. */
export interface LeaseView {
  readonly shard: number;
  readonly owner: string | null;
  readonly remainingMs: number;
}

export interface LeasePlan {
  /** How many more shards this instance may take. */
  readonly take: number;
  /** Shards to give back, since others should have them. */
  readonly giveBack: readonly number[];
}

export const LEASE_MS = 3_000;
export const RENEW_EVERY_MS = 1_000;
/** The server compares the expiry with its own clock, so asking exactly then could be a hair early. */
const EXPIRY_MARGIN_MS = 20;

/** An instance's share: at most ceil(shards / instances), and never two more than another's. */
export function shareOf(me: string, live: readonly string[], shards: number): number {
  const rank = [...live].sort().indexOf(me);
  if (rank < 0) return 0;
  return Math.floor(shards / live.length) + (rank < shards % live.length ? 1 : 0);
}

/** What an instance does about its share of the shards. */
export function planLeases(me: string, live: readonly string[], held: readonly number[], shards: number): LeasePlan {
  const share = shareOf(me, live, shards);
  const surplus = Math.max(0, held.length - share);
  const giveBack = surplus > 0 ? [...held].sort((a, b) => a - b).slice(-surplus) : [];
  return { take: Math.max(0, share - held.length), giveBack };
}

/** When to look again: at the next renewal, or right when another's lease runs out unrenewed. */
export function nextLook(me: string, leases: readonly LeaseView[]): number {
  const expiring = leases
    .filter(({ owner, remainingMs }) => owner !== null && owner !== me && remainingMs > 0)
    .map(({ remainingMs }) => Math.ceil(remainingMs) + EXPIRY_MARGIN_MS);
  return Math.min(RENEW_EVERY_MS, ...expiring);
}
