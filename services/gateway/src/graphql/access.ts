import type { Card } from '@pitwall/contracts';
import type { Principal } from '../http/trust.js';
import type { GraphqlContext } from './context.js';
import { refused } from './errors.js';

export interface SessionFilter {
  readonly team?: string | null;
  readonly includeEnded?: boolean | null;
}

/** The owner of a stack may see every team's sessions. */
const maySee = (principal: Principal, _card: Card): boolean => principal.kind === 'owner';

export const wantedCards =
  (principal: Principal, filter: SessionFilter) =>
  (card: Card): boolean =>
    maySee(principal, card) &&
    (filter.team == null || filter.team === card.team) &&
    (filter.includeEnded === true || (card.status !== 'ended' && !card.archived));

/** The card, if there is one that the speaker may see; what may not be seen doesn't exist. */
export function demandCard(context: Pick<GraphqlContext, 'cards' | 'principal'>, id: string): Card {
  const card = context.cards.get(id);
  if (!card || !maySee(context.principal, card)) {
    throw refused('SESSION_NOT_FOUND', `There is no session ${id}.`, 'List them with: pitwall session list --all');
  }
  return card;
}
