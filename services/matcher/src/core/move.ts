import type { CliSessionId, MatchStep, SessionFact, SessionId } from '@pitwall/contracts';
import type { HostView, LinkedCard } from './host-view.js';
import { originLabel } from './origin-label.js';
import { blankCard, openedOutside, type Place, type PlacedFact, type RoutedFact } from './routed.js';
import { announce } from './teams.js';

/** What belongs to a conversation and goes where it goes; a terminal's own facts and turns stay with its card. */
const MOVES: ReadonlySet<SessionFact['event']> = new Set([
  'linked',
  'hook',
  'cli-state',
  'checked',
  'process-seen',
  'process-gone',
  'terminal-closed',
  'request-answered',
  'request-withdrawn',
]);

export interface Move {
  readonly view: HostView;
  readonly from: LinkedCard;
  /** Number in the log of `from` from which on the conversation is told. */
  readonly since: number;
  /** A card that is there, or the id of a new external one. */
  readonly to: LinkedCard | SessionId;
  readonly place: Place;
  readonly step: MatchStep;
  readonly evidence: string;
}

export interface Moved {
  readonly facts: readonly RoutedFact[];
  /** The emptied card first, then the one that shows the conversation now. */
  readonly cards: readonly [emptied: LinkedCard, filled: LinkedCard, ...more: LinkedCard[]];
}

/** X-43, M-06: the conversation goes to another card with its state: all that its log says since it was linked. */
export function moveConversation(move: Move): Moved {
  const { view, from, place, evidence } = move;
  const told = toldSince(move);
  const first = told[0]?.place ?? place;
  const isNew = typeof move.to === 'string';
  const to = typeof move.to === 'string' ? blankCard(move.to, from.cli, from.cwd) : move.to;
  const ids = [...new Set(told.flatMap(({ fact }) => (fact.event === 'linked' ? [fact.data.cliSessionId] : [])))];
  const opened = openedOutside({ team: view.team, cli: from.cli, cwd: from.cwd, originLabel: labelIn(told) });
  const teams = withItsTeam(view, from, to);
  return {
    facts: [
      ...ids.map((cliSessionId) => ({
        sessionId: from.sessionId,
        fact: { event: 'unlinked', data: { cliSessionId, movedTo: to.sessionId, evidence } } satisfies SessionFact,
        place,
      })),
      ...(isNew ? [{ sessionId: to.sessionId, fact: opened, place: first }] : []),
      ...told.flatMap((one) => retold(one, to)),
      ...teams.facts.map((fact) => ({ ...fact, place })),
    ],
    cards: [emptied(from, ids), { ...filled(from, to, ids, move), ...teams.filled }, ...teams.cards],
  };
}

/** Its log since it was linked, beginning with that link; older rows than the outbox keeps are gone. */
function toldSince({ view, from, since, place, step, evidence }: Move): PlacedFact[] {
  const told = view.logSince(from.sessionId, since).filter(({ fact }) => MOVES.has(fact.event));
  const begins = told.findIndex(({ fact }) => fact.event === 'linked');
  const known = begins === 0 ? told : told.slice(Math.max(begins, 0));
  const link = begins < 0 ? undefined : known[0]?.fact;
  const data =
    link?.event === 'linked' ? link.data : { cliSessionId: from.current as CliSessionId, process: from.process };
  const linked: PlacedFact = {
    place: known[0]?.place ?? place,
    fact: { event: 'linked', data: { ...data, step, evidence } },
  };
  return [linked, ...(link ? known.slice(1) : known)];
}

/** Each fact keeps its time and its number on the host: it says the same on the other card. */
function retold({ fact, place }: PlacedFact, to: LinkedCard): RoutedFact[] {
  const { sessionId } = to;
  if (fact.event === 'checked') return [{ sessionId, fact: { ...fact, data: { ...fact.data, sessionId } }, place }];
  // Another terminal's end is not the end of this one.
  if (fact.event === 'terminal-closed' && to.terminalId !== null && to.terminalId !== fact.data.terminalId) return [];
  return [{ sessionId, fact, place }];
}

const emptied = (card: LinkedCard, ids: readonly CliSessionId[]): LinkedCard => ({
  ...card,
  current: null,
  aliases: card.aliases.filter((id) => !ids.includes(id)),
  step: null,
  process: null,
  live: false,
  goesOn: false,
  scanned: false,
  linkedSeq: null,
  linkedId: null,
  weakFrom: null,
  member: null,
  team: null,
});

const filled = (from: LinkedCard, to: LinkedCard, ids: readonly CliSessionId[], { step }: Move): LinkedCard => ({
  ...to,
  folder: from.folder ?? to.folder ?? null,
  current: from.current,
  aliases: [
    ...to.aliases.filter((id) => !ids.includes(id)),
    ...(to.current === null || to.current === from.current ? [] : [to.current]),
    ...ids.filter((id) => id !== from.current),
  ],
  step,
  process: from.process ?? (to.scanned ? to.process : null),
  live: from.live,
  goesOn: from.goesOn ?? false,
  scanned: false,
  beside: from.terminalId ?? from.beside ?? null,
});

/** Leader and members go with the conversation. */
function withItsTeam(view: HostView, from: LinkedCard, to: LinkedCard) {
  const none = { facts: [] as RoutedFact[], cards: [] as LinkedCard[], filled: {} };
  const { sessionId } = to;
  if (from.team) {
    const { facts } = announce({ ...to }, from.team.members, [from.sessionId]);
    const members = from.team.members.flatMap((one) => view.card(one.sessionId) ?? []);
    const cards = members.map((card) => ({ ...card, member: { leaderId: sessionId } }));
    return { facts, cards, filled: { team: from.team } };
  }
  const leader = from.member && view.card(from.member.leaderId);
  if (!leader?.team) return none;
  const roster = leader.team.members.map((one) => (one.sessionId === from.sessionId ? { ...one, sessionId } : one));
  const { facts, cards } = announce(leader, roster, [from.sessionId]);
  return { facts, cards, filled: { member: from.member ?? null } };
}

const labelIn = (told: readonly PlacedFact[]): string | null => {
  const hook = told.find(({ fact }) => fact.event === 'hook')?.fact;
  return hook?.event === 'hook' ? originLabel(hook.data) : null;
};
