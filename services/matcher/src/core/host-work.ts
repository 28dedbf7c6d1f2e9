import {
  sameProcess,
  type CliSessionId,
  type HostId,
  type SessionFact,
  type SessionId,
  type TeamId,
  type TerminalId,
} from '@pitwall/contracts';
import { hasAgent, type HostView, type LinkedCard, type Terminal } from './host-view.js';
import { WEAK_STEPS } from './match.js';
import type { Place, PlacedFact, Routed, RoutedFact } from './routed.js';

/** A fact with its number in the session's log. */
export interface LoggedFact extends PlacedFact {
  readonly sessionId: SessionId;
  readonly sessionSeq: number;
}

/** A host's view that a batch of events is worked into; it remembers what has to be saved. */
export interface HostWork extends HostView {
  /** Takes the rows in and gives the facts their numbers; `place`: the event's, for facts without one of their own. */
  apply(routed: Pick<Routed, 'cards' | 'terminals' | 'facts'>, place: Place): LoggedFact[];
  changedCards(): LinkedCard[];
  changedTerminals(): Terminal[];
}

export interface HostRows {
  readonly hostId: HostId;
  readonly team: TeamId;
  readonly terminals: readonly Terminal[];
  readonly cards: readonly LinkedCard[];
  /** Logs of conversations that may move in this batch. */
  readonly logs?: ReadonlyMap<SessionId, readonly LoggedFact[]>;
}

/** A rule must find the same card however the batches were cut: never by the order in which rows were loaded. */
const byPreference = (a: LinkedCard, b: LinkedCard): number =>
  Number(hasAgent(b)) - Number(hasAgent(a)) || (a.sessionId < b.sessionId ? -1 : 1);

export function createHostWork({ hostId, team, ...rows }: HostRows): HostWork {
  const terminals = new Map<TerminalId, Terminal>(rows.terminals.map((row) => [row.terminalId, row]));
  const cards = new Map<SessionId, LinkedCard>(rows.cards.map((row) => [row.sessionId, row]));
  const logs = new Map<SessionId, LoggedFact[]>([...(rows.logs ?? [])].map(([id, facts]) => [id, [...facts]]));
  const changed = { cards: new Set<SessionId>(), terminals: new Set<TerminalId>() };
  const all = (test: (card: LinkedCard) => boolean) => [...cards.values()].filter(test).sort(byPreference);
  const kept = <K, V>(ids: Set<K>, from: Map<K, V>): V[] =>
    [...ids].flatMap((id) => {
      const row = from.get(id);
      return row === undefined ? [] : [row];
    });

  const put = (card: LinkedCard): void => {
    cards.set(card.sessionId, card);
    changed.cards.add(card.sessionId);
  };

  const number = ({ sessionId, fact, place }: RoutedFact, eventPlace: Place): LoggedFact => {
    const card = cards.get(sessionId);
    if (!card) throw new Error(`no card ${sessionId} on host ${hostId}`);
    const sessionSeq = card.seq + 1;
    put({ ...card, ...linkAt(card, fact, sessionSeq), seq: sessionSeq });
    const { hostSeq, at, t } = place ?? eventPlace;
    const logged: LoggedFact = { sessionId, sessionSeq, fact, place: { hostSeq, at, t } };
    const log = logs.get(sessionId);
    if (log) log.push(logged);
    else logs.set(sessionId, [logged]);
    return logged;
  };

  return {
    hostId,
    team,
    terminal: (id) => terminals.get(id),
    openTerminals: () => [...terminals.values()].filter((terminal) => terminal.open),
    card: (id) => cards.get(id),
    agents: () => all(hasAgent),
    cardOfSession: (id: CliSessionId) => all((card) => card.current === id)[0],
    cardOfAlias: (id: CliSessionId) => all((card) => card.aliases.includes(id))[0],
    cardOfAgent: (process) => all((card) => hasAgent(card) && sameProcess(card.process, process))[0],
    cardOfProcess: (process) => all((card) => sameProcess(card.process, process))[0],
    logSince: (id, seq) => (logs.get(id) ?? []).filter((one) => one.sessionSeq >= seq),
    apply(routed, place) {
      for (const terminal of routed.terminals) {
        terminals.set(terminal.terminalId, terminal);
        changed.terminals.add(terminal.terminalId);
      }
      // The log's number is kept here alone: a rule works on the card as it was before the event.
      for (const card of routed.cards) put({ ...card, seq: cards.get(card.sessionId)?.seq ?? card.seq });
      return routed.facts.map((fact) => number(fact, place));
    },
    changedCards: () => kept(changed.cards, cards),
    changedTerminals: () => kept(changed.terminals, terminals),
  };
}

/** Where in its log the card's current conversation begins, and whether it is only guessed to be there. */
function linkAt(card: LinkedCard, fact: SessionFact, seq: number): Partial<LinkedCard> {
  if (fact.event !== 'linked') return {};
  const { step, cliSessionId } = fact.data;
  const goesOn = card.linkedId === cliSessionId && card.linkedSeq != null;
  // An agent that was guessed to be there is still guessed when it changes its id.
  const stillGuessed = step === 'same-process' || step === 'adoption';
  const weakFrom = WEAK_STEPS.has(step) ? seq : stillGuessed ? (card.weakFrom ?? null) : null;
  return { linkedSeq: goesOn ? card.linkedSeq : seq, linkedId: cliSessionId, weakFrom };
}
