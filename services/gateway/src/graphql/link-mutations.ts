import { randomUUID } from 'node:crypto';
import type { Card, RequestId } from '@pitwall/contracts';
import { demandCard } from './access.js';
import type { GraphqlContext } from './context.js';
import { viewOf } from './session-view.js';

/** Two logs have to be worked in before a board shows it. */
const SHOWN_TIMEOUT_MS = 3_000;

/** All that the conversation did has been told to the card, not just that it is there. */
const showsAllOf =
  (moved: Card) =>
  (card: Card): boolean =>
    card.cliSessionId === moved.cliSessionId &&
    card.match?.step === 'manual' &&
    card.status === moved.status &&
    card.lastSignalAt >= moved.lastSignalAt;

interface LinkArgs {
  readonly id: string;
  readonly to?: string;
  readonly requestId?: string | null;
}

async function linkByHand(context: GraphqlContext, { id, to, requestId }: LinkArgs): Promise<Card> {
  const card = await demandCard(context, id);
  const target = to === undefined ? null : await demandCard(context, to);
  const { sessionId } = await context.relink({
    requestId: (requestId ?? `req-${randomUUID()}`) as RequestId,
    hostId: card.hostId,
    sessionId: card.id,
    to: target?.id ?? null,
    by: context.principal.name,
  });
  const shown = await context.cards.waitFor(sessionId, showsAllOf(card), SHOWN_TIMEOUT_MS);
  return shown ?? (await context.sessions('show', sessionId, { sessionId })).card;
}

/** Which card shows a conversation (M-06). */
export const linkMutations = {
  relinkSession: async (_: unknown, args: LinkArgs & { to: string }, context: GraphqlContext) =>
    viewOf(await linkByHand(context, args)),
  unlinkSession: async (_: unknown, args: LinkArgs, context: GraphqlContext) => viewOf(await linkByHand(context, args)),
};
