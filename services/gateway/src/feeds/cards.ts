import { Kvm, type KvEntry } from '@nats-io/kv';
import { CARDS_BUCKET, card as cardMessage, type Card } from '@pitwall/contracts';
import type { Bus, Log } from '@pitwall/service-kit';
import { latestOfEach, type LatestOfEach } from './latest-of-each.js';

/** The read model in memory: every card that clients of this gateway may see, kept by a watch. */
export interface CardFeed {
  get(id: string): Card | undefined;
  all(): Card[];
  /** First the cards there are, then each change. */
  subscribe(wanted: (card: Card) => boolean): LatestOfEach<Card>;
  /** The first card of this id that fits, now or later; undefined after `timeoutMs`. */
  waitFor(id: string, fits: (card: Card) => boolean, timeoutMs: number): Promise<Card | undefined>;
  /** Open subscriptions, for the leak test and the metrics. */
  subscribers(): number;
  stop(): Promise<void>;
}

type Listener = (card: Card) => void;

export async function createCardFeed({ bus, log }: { bus: Bus; log: Log }): Promise<CardFeed> {
  const kv = await new Kvm(bus.js).create(CARDS_BUCKET, { history: 1 });
  const cards = new Map<string, Card>();
  const listeners = new Set<Listener>();
  let watch = await kv.watch({ key: '>' });
  let stopped = false;

  const take = (entry: KvEntry): void => {
    if (entry.operation !== 'PUT') return;
    try {
      const card = cardMessage.parse(entry.value);
      const known = cards.get(card.id);
      if (known && known.revision >= card.revision) return;
      cards.set(card.id, card);
      for (const listener of listeners) listener(card);
    } catch (error) {
      log.warn({ err: error, key: entry.key }, 'malformed card');
    }
  };
  const follow = async (): Promise<void> => {
    while (!stopped) {
      try {
        for await (const entry of watch) take(entry);
      } catch (error) {
        log.warn({ err: error }, 'the watch of the cards ended');
      }
      if (!stopped) watch = await rewatch(() => kv.watch({ key: '>' }), log);
    }
  };
  const following = follow();
  // A store that came back may be an older copy, and a watch that goes on from its own place would miss what is put anew.
  const forgetReconnect = bus.onReconnect(() => watch.stop());

  return {
    get: (id) => cards.get(id),
    all: () => [...cards.values()],
    subscribe(wanted) {
      const listener: Listener = (card) => {
        if (wanted(card)) channel.push(card.id, card);
      };
      const channel = latestOfEach<Card>(() => listeners.delete(listener));
      listeners.add(listener);
      for (const card of cards.values()) listener(card);
      return channel;
    },
    waitFor: (id, fits, timeoutMs) =>
      new Promise((resolve) => {
        const settle = (card: Card | undefined): void => {
          clearTimeout(timer);
          listeners.delete(listener);
          resolve(card);
        };
        const listener: Listener = (card) => {
          if (card.id === id && fits(card)) settle(card);
        };
        const timer = setTimeout(() => settle(undefined), timeoutMs);
        listeners.add(listener);
        const now = cards.get(id);
        if (now && fits(now)) settle(now);
      }),
    subscribers: () => listeners.size,
    async stop() {
      stopped = true;
      forgetReconnect();
      watch.stop();
      await following;
    },
  };
}

const REWATCH_MS = 250;

async function rewatch<T>(start: () => Promise<T>, log: Log): Promise<T> {
  for (;;) {
    try {
      return await start();
    } catch (error) {
      log.debug({ err: error }, 'the cards can not be watched yet');
      await new Promise((resolve) => setTimeout(resolve, REWATCH_MS));
    }
  }
}
