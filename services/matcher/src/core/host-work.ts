import {
  sameProcess,
  type CliSessionId,
  type HostId,
  type SessionId,
  type TeamId,
  type TerminalId,
} from '@pitwall/contracts';
import { hasAgent, type HostView, type LinkedCard, type Terminal } from './host-view.js';
import type { Routed } from './route.js';

/** A host's view that a batch of events is worked into; it remembers what has to be saved. */
export interface HostWork extends HostView {
  apply(routed: Pick<Routed, 'cards' | 'terminals'>): void;
  /** The next number in a session's log. */
  nextSeq(sessionId: SessionId): number;
  changedCards(): LinkedCard[];
  changedTerminals(): Terminal[];
}

export interface HostRows {
  readonly hostId: HostId;
  readonly team: TeamId;
  readonly terminals: readonly Terminal[];
  readonly cards: readonly LinkedCard[];
}

export function createHostWork({ hostId, team, ...rows }: HostRows): HostWork {
  const terminals = new Map<TerminalId, Terminal>(rows.terminals.map((row) => [row.terminalId, row]));
  const cards = new Map<SessionId, LinkedCard>(rows.cards.map((row) => [row.sessionId, row]));
  const changed = { cards: new Set<SessionId>(), terminals: new Set<TerminalId>() };
  const find = (test: (card: LinkedCard) => boolean) => [...cards.values()].find(test);
  const kept = <K, V>(ids: Set<K>, from: Map<K, V>): V[] =>
    [...ids].flatMap((id) => {
      const row = from.get(id);
      return row === undefined ? [] : [row];
    });

  return {
    hostId,
    team,
    terminal: (id) => terminals.get(id),
    card: (id) => cards.get(id),
    cardOfSession: (id: CliSessionId) => find((card) => card.current === id),
    cardOfAlias: (id: CliSessionId) => find((card) => card.aliases.includes(id)),
    cardOfAgent: (process) => find((card) => hasAgent(card) && sameProcess(card.process, process)),
    apply(routed) {
      for (const terminal of routed.terminals) {
        terminals.set(terminal.terminalId, terminal);
        changed.terminals.add(terminal.terminalId);
      }
      for (const card of routed.cards) {
        // The log's number is kept here alone: a rule works on the card as it was before the event.
        cards.set(card.sessionId, { ...card, seq: cards.get(card.sessionId)?.seq ?? card.seq });
        changed.cards.add(card.sessionId);
      }
    },
    nextSeq(sessionId) {
      const card = cards.get(sessionId);
      if (!card) throw new Error(`no card ${sessionId} on host ${hostId}`);
      cards.set(sessionId, { ...card, seq: card.seq + 1 });
      changed.cards.add(sessionId);
      return card.seq + 1;
    },
    changedCards: () => kept(changed.cards, cards),
    changedTerminals: () => kept(changed.terminals, terminals),
  };
}
