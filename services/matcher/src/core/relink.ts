import type { RelinkRequest, SessionId } from '@pitwall/contracts';
import { hasAgent, type HostView, type LinkedCard } from './host-view.js';
import { moveConversation, type Moved } from './move.js';
import { NothingToMove, OtherCli, SameCard, SessionNotFound } from './relink-refusals.js';
import { both, cardIn, evidenceText, NOTHING, type Place, type Routed } from './routed.js';

export interface Relinked extends Routed {
  /** The card that shows the conversation now. */
  readonly shownBy: SessionId;
}

export type RelinkOrder = Pick<RelinkRequest, 'sessionId' | 'to' | 'by'>;

interface Circumstances {
  /** The end of what the host has told: the link holds after it. */
  readonly place: Place;
  /** For the external card that may have to begin. */
  readonly newSessionId: SessionId;
}

/** M-06: a person knows better which card a conversation belongs to. Pure; throws what can't be done. */
export function relink(view: HostView, order: RelinkOrder, { place, newSessionId }: Circumstances): Relinked {
  const from = cardToEmpty(view, order);
  const evidence = evidenceText(`by ${order.by}, from card ${from.sessionId}`);
  const move = { view, from, since: from.linkedSeq ?? 1, place, step: 'manual', evidence } as const;
  if (order.to === null) return asRouted(moveConversation({ ...move, to: newSessionId }), NOTHING);
  const to = cardToFill(view, order.to, from);
  const room = to.current !== null && hasAgent(to) ? makeRoom({ view, to, place, newSessionId, evidence }) : NOTHING;
  return asRouted(moveConversation({ ...move, to: cardIn(room, to) }), room);
}

function cardToEmpty(view: HostView, { sessionId, to }: RelinkOrder): LinkedCard {
  const card = view.card(sessionId);
  if (!card) throw new SessionNotFound(sessionId);
  if (to === sessionId) throw new SameCard(sessionId);
  if (card.current === null) throw new NothingToMove(sessionId, 'shows no conversation');
  const isAlone = card.terminalId === null && card.aliases.length === 0;
  if (to === null && isAlone) throw new NothingToMove(sessionId, 'is a card of its own already');
  return card;
}

function cardToFill(view: HostView, sessionId: SessionId, from: LinkedCard): LinkedCard {
  const card = view.card(sessionId);
  if (!card) throw new SessionNotFound(sessionId);
  if (card.cli !== from.cli) throw new OtherCli(sessionId, card.cli);
  return card;
}

interface Room extends Circumstances {
  readonly view: HostView;
  readonly to: LinkedCard;
  readonly evidence: string;
}

/** A live conversation of the target's own gets a card of its own first. */
function makeRoom({ view, to, place, newSessionId, evidence }: Room): Routed {
  const moved = moveConversation({
    view,
    from: to,
    since: to.linkedSeq ?? 1,
    to: newSessionId,
    place,
    step: 'manual',
    evidence: evidenceText(`made room: ${evidence}`),
  });
  return { ...NOTHING, facts: moved.facts, cards: moved.cards };
}

const asRouted = (moved: Moved, before: Routed): Relinked => ({
  ...both(before, { facts: moved.facts, cards: moved.cards }),
  shownBy: moved.cards[1].sessionId,
});
