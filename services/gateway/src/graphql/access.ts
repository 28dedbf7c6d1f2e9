import { sessionId, type Card } from '@pitwall/contracts';
import { RemoteError } from '@pitwall/service-kit';
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

type Finding = Pick<GraphqlContext, 'cards' | 'sessions' | 'principal'>;

/** A session that was made a moment ago may not have come by the feed yet: its owner knows. */
async function cardFromOwner({ sessions }: Finding, id: string): Promise<Card | null> {
  const parsed = sessionId.safeParse(id);
  if (!parsed.success) return null;
  try {
    return (await sessions('show', parsed.data, { sessionId: parsed.data })).card;
  } catch (error) {
    if (error instanceof RemoteError && error.code === 'SESSION_NOT_FOUND') return null;
    throw error;
  }
}

/** The card, if there is one that the speaker may see. */
export async function findCard(context: Finding, id: string): Promise<Card | null> {
  const card = context.cards.get(id) ?? (await cardFromOwner(context, id));
  return card && maySee(context.principal, card) ? card : null;
}

/** The same, where nothing can be done without it; what may not be seen doesn't exist. */
export async function demandCard(context: Finding, id: string): Promise<Card> {
  const card = await findCard(context, id);
  if (card) return card;
  throw refused('SESSION_NOT_FOUND', `There is no session ${id}.`, 'List them with: pitwall session list --all');
}
