import { Kvm, type KV } from '@nats-io/kv';
import { CARDS_BUCKET, card as cardMessage, cardKey, type Card } from '@pitwall/contracts';
import type { Bus, Log } from '@pitwall/service-kit';

/** Puts cards where gateways watch them; only the newest of a session counts, so quick ones may be skipped. */
export interface CardFeed {
  readonly push: (card: Card) => void;
  /** Resolves when everything pushed so far is stored, or the feed was stopped. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

const RETRY_MS = 500;
/** Puts under way at once: enough to fill the pipe, few enough to keep memory flat. */
const PARALLEL_PUTS = 64;

export async function createCardFeed({ bus, log }: { bus: Bus; log: Log }): Promise<CardFeed> {
  const kv = await new Kvm(bus.js).create(CARDS_BUCKET, { history: 1 });
  const pending = new Map<string, Card>();
  /** KV revision of each card as it was last seen, for the compare-and-set. */
  const stored = new Map<string, number>();
  let running: Promise<void> | null = null;
  let stopped = false;

  const putOne = async (key: string, card: Card): Promise<void> => {
    try {
      stored.set(key, await compareAndSet(kv, key, card, stored.get(key)));
    } catch (error) {
      if (!pending.has(key)) pending.set(key, card);
      throw error;
    }
  };

  const flush = async (): Promise<void> => {
    while (pending.size > 0 && !stopped) {
      const batch = [...pending].slice(0, PARALLEL_PUTS);
      for (const [key] of batch) pending.delete(key);
      const results = await Promise.allSettled(batch.map(([key, card]) => putOne(key, card)));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) {
        log.warn({ err: failed.reason as Error, cards: pending.size }, 'cards not stored, trying again');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
    running = null;
  };

  return {
    push(card) {
      const key = cardKey(card.team, card.id);
      const waiting = pending.get(key);
      if (waiting && waiting.revision > card.revision) return;
      pending.set(key, card);
      running ??= flush();
    },
    settled: async () => {
      await running;
    },
    async stop() {
      stopped = true;
      await running;
    },
  };
}

/** What servers call a revision that is not the newest; 10164 is the newer one's word. */
const WRONG_REVISION: ReadonlySet<number> = new Set([10071, 10164]);

const isConflict = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && WRONG_REVISION.has(Number(error.code));

/** Stores the card unless a newer one is there; returns the KV revision that now stands. */
async function compareAndSet(kv: KV, key: string, card: Card, seen: number | undefined): Promise<number> {
  const value = JSON.stringify(card);
  let expected = seen ?? 0;
  for (;;) {
    try {
      return await kv.put(key, value, { previousSeq: expected });
    } catch (error) {
      if (!isConflict(error)) throw error;
      const entry = await kv.get(key);
      if (entry && entry.operation === 'PUT' && cardMessage.parse(entry.value).revision >= card.revision)
        return entry.revision;
      expected = entry?.revision ?? 0;
    }
  }
}
