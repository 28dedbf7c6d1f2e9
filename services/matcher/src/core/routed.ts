import {
  EVIDENCE_MAX,
  cutText,
  type Cli,
  type HostEvent,
  type ProcessIdentity,
  type SessionFact,
  type SessionId,
  type TeamId,
  type Timers,
} from '@pitwall/contracts';
import type { DropReason } from './guards.js';
import type { LinkedCard, Terminal } from './host-view.js';

/** When something happened on the host. */
export interface Place {
  readonly hostSeq: number;
  readonly at: number;
  readonly t: number;
}

/** A fact of a session's log as it stands there. */
export interface PlacedFact {
  readonly fact: SessionFact;
  readonly place: Place;
}

export interface RoutedFact {
  readonly sessionId: SessionId;
  readonly fact: SessionFact;
  /** When it happened; absent: with the event at hand. */
  readonly place?: Place;
}

/** What a host event means to the cards of its host. */
export interface Routed {
  readonly facts: readonly RoutedFact[];
  readonly cards: readonly LinkedCard[];
  readonly terminals: readonly Terminal[];
  readonly dropped: DropReason | null;
}

export interface Rules {
  readonly timers: Timers;
  /** A new card's id comes from the place of its first event; `n`: several cards of one event. */
  readonly newSessionId: (event: Pick<HostEvent, 'hostId' | 'hostSeq'>, n?: number) => SessionId;
}

export type Known = Exclude<HostEvent, { event: 'unknown' }>;
export type Of<K extends Known['event']> = Extract<Known, { event: K }>;

export const NOTHING: Routed = { facts: [], cards: [], terminals: [], dropped: null };
export const drop = (reason: DropReason): Routed => ({ ...NOTHING, dropped: reason });

/** The event goes on into the session's log as it is. */
export function passOn(sessionId: SessionId | undefined, { event, data }: SessionFact): Routed {
  return sessionId ? { ...NOTHING, facts: [{ sessionId, fact: { event, data } as SessionFact }] } : NOTHING;
}

/** As long as it may be; names of folders and people are in it. */
export const evidenceText = (text: string): string => cutText(text, EVIDENCE_MAX);

interface SeenOutside {
  readonly team: TeamId;
  readonly cli: Cli;
  readonly cwd: string;
  readonly originLabel: string | null;
  /** Where a look at all processes found it. */
  readonly process?: ProcessIdentity;
}

/** The beginning of a card for an agent that somebody started elsewhere (M-02). */
export const openedOutside = (seen: SeenOutside): SessionFact => ({
  event: 'opened',
  data: { ...seen, origin: 'external', terminalId: null },
});

export const blankCard = (sessionId: SessionId, cli: Cli, cwd: string): LinkedCard => ({
  sessionId,
  cli,
  cwd,
  terminalId: null,
  current: null,
  aliases: [],
  step: null,
  process: null,
  live: false,
  goesOn: false,
  seq: 0,
});

/** The card as a change to it finds it: as this event has left it, else as the view has it. */
export const cardIn = (routed: Pick<Routed, 'cards'>, card: LinkedCard): LinkedCard =>
  routed.cards.findLast((one) => one.sessionId === card.sessionId) ?? card;

/** Two results of one event, in order; a card of the later one replaces that of the earlier one. */
export function both(first: Routed, second: Pick<Routed, 'facts' | 'cards'>): Routed {
  const later = new Set(second.cards.map((card) => card.sessionId));
  return {
    ...first,
    facts: [...first.facts, ...second.facts],
    cards: [...first.cards.filter((card) => !later.has(card.sessionId)), ...second.cards],
  };
}
