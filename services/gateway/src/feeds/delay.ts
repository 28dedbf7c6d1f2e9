import type { Bus, Clock, Health, HostWatch, Log } from '@pitwall/service-kit';
import { delayOf, noteStations, type Delay, type Station, type WaitingSince } from '../core/delay.js';
import { spoolWaiting } from '../core/spool-waiting.js';
import { askServices } from '../io/ask-parts.js';
import { latestOfEach, type LatestOfEach } from './latest-of-each.js';

/** How far statuses are behind; looked at only while somebody listens. */
export interface DelayFeed {
  subscribe(): LatestOfEach<Delay>;
  subscribers(): number;
  stop(): void;
}

interface Deps {
  readonly bus: Bus;
  readonly hosts: HostWatch;
  readonly health: Health;
  readonly clock: Clock;
  readonly log: Log;
}

const LOOK_EVERY_MS = 2_000;

export function createDelayFeed(deps: Deps): DelayFeed {
  const { clock, log } = deps;
  const channels = new Set<LatestOfEach<Delay>>();
  let since: WaitingSince = new Map();
  let last: Delay | null = null;
  let stopped = false;
  let cancel = (): void => undefined;

  const look = async (): Promise<void> => {
    const stations = await stationsOf(deps);
    const now = clock.now();
    since = noteStations(since, stations, now);
    const delay = delayOf(since, now);
    // While nothing waits there is nothing to repeat.
    if (last !== null && last.behindMs === 0 && delay.behindMs === 0) return;
    last = delay;
    for (const channel of channels) channel.push('delay', delay);
  };
  const lookOn = (): void => {
    look()
      .catch((error: unknown) => log.warn({ err: error }, 'the delay could not be seen'))
      .finally(() => {
        if (!stopped && channels.size > 0) cancel = clock.setTimer(LOOK_EVERY_MS, lookOn);
      });
  };

  return {
    subscribe() {
      const channel = latestOfEach<Delay>(() => channels.delete(channel));
      channels.add(channel);
      if (last !== null) channel.push('delay', last);
      if (channels.size === 1) {
        cancel();
        lookOn();
      }
      return channel;
    },
    subscribers: () => channels.size,
    stop: () => {
      stopped = true;
      cancel();
    },
  };
}

/** Everything between an agent and a card at which events can wait. */
async function stationsOf({ bus, hosts, health, log }: Deps): Promise<Station[]> {
  const [{ parts }, services] = await Promise.all([health.report(), askServices({ bus, log })]);
  return [
    ...Object.entries(parts).map(([name, { ok }]) => ({ name, waiting: ok ? 0 : null })),
    ...services.flatMap(({ name, instance, lag }) =>
      lag === null ? [] : [{ name: `${name} ${instance}`, waiting: lag }],
    ),
    ...hosts.reachable().map(({ beat }) => ({ name: `host ${beat.hostId}`, waiting: spoolWaiting(beat) })),
  ];
}
