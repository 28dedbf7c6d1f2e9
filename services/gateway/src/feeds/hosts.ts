import type { Db, HostWatch, Log } from '@pitwall/service-kit';
import { hostViews, type HostView } from '../graphql/host-view.js';
import { latestOfEach, type LatestOfEach } from './latest-of-each.js';

/** Tells when a machine comes, goes or changes; looks only while somebody listens. */
export interface HostFeed {
  subscribe(): LatestOfEach<HostView[]>;
  /** Open subscriptions. */
  subscribers(): number;
  stop(): void;
}

const LOOK_EVERY_MS = 1_000;

/** What is worth telling: heartbeats alone change nothing. */
const digest = (views: readonly HostView[]): string =>
  JSON.stringify(views.map(({ id, name, reachable, terminals, version }) => [id, name, reachable, terminals, version]));

export function createHostFeed({ db, hosts, log }: { db: Db; hosts: HostWatch; log: Log }): HostFeed {
  const channels = new Set<LatestOfEach<HostView[]>>();
  let last: { digest: string; views: HostView[] } | null = null;

  const look = async (): Promise<void> => {
    if (channels.size === 0) return;
    const views = await hostViews(db, hosts);
    const next = digest(views);
    if (next === last?.digest) return;
    last = { digest: next, views };
    for (const channel of channels) channel.push('hosts', views);
  };
  const lookNow = (): void => {
    look().catch((error: unknown) => log.warn({ err: error }, 'the hosts could not be read'));
  };
  const timer = setInterval(lookNow, LOOK_EVERY_MS);

  return {
    subscribe() {
      const channel = latestOfEach<HostView[]>(() => channels.delete(channel));
      channels.add(channel);
      // Looked at anew for each: what was seen while nobody listened is old.
      last = null;
      lookNow();
      return channel;
    },
    subscribers: () => channels.size,
    stop: () => clearInterval(timer),
  };
}
