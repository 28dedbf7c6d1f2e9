import type { Card } from '@pitwall/contracts';
import type { Delay } from '../core/delay.js';
import { demandCard, wantedCards, type SessionFilter } from './access.js';
import type { GraphqlContext } from './context.js';
import type { HostView } from './host-view.js';
import { viewOf } from './session-view.js';

/** Of GraphQL. */
const MAX_INT = 2 ** 31 - 1;

export const subscriptions = {
  hosts: {
    subscribe: (_: unknown, _args: unknown, { hostFeed }: GraphqlContext) => hostFeed.subscribe(),
    resolve: (views: HostView[]) => views,
  },
  delay: {
    subscribe: (_: unknown, _args: unknown, { delayFeed }: GraphqlContext) => delayFeed.subscribe(),
    resolve: (delay: Delay) => ({ ...delay, behindMs: Math.min(delay.behindMs, MAX_INT) }),
  },
  sessions: {
    subscribe: (_: unknown, filter: SessionFilter, { cards, principal }: GraphqlContext) => {
      // A session that ends while it is watched is told once, so that the reader can take it off.
      const shown = new Set<string>();
      const wanted = wantedCards(principal, filter);
      return cards.subscribe((card) => {
        if (wanted(card)) shown.add(card.id);
        else if (!shown.delete(card.id)) return false;
        return true;
      });
    },
    resolve: (card: Card) => viewOf(card),
  },
  session: {
    subscribe: async (_: unknown, { id }: { id: string }, context: GraphqlContext) => {
      await demandCard(context, id);
      return context.cards.subscribe((card) => card.id === id);
    },
    resolve: (card: Card) => viewOf(card),
  },
};
