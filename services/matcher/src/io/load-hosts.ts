import type { HostEvent, SessionId, TeamId } from '@pitwall/contracts';
import type { Tx } from '@pitwall/service-kit';
import { createHostWork, type HostWork, type LoggedFact } from '../core/host-work.js';
import type { LinkedCard, Terminal } from '../core/host-view.js';
import { isGuessed } from '../core/match.js';
import type { Names } from '../core/names-of.js';
import * as store from './host-store.js';
import { readSessionLog } from './session-log.js';

export interface LoadedHost {
  readonly host: HostWork;
  readonly isNew: boolean;
}

interface Asked {
  readonly hostIds: readonly string[];
  readonly names: Names;
  /** Cards whose conversation moves, and events by which one may. */
  readonly moving?: readonly SessionId[];
  readonly events?: readonly HostEvent[];
}

type CardRow = Awaited<ReturnType<typeof store.loadCards>>[number];

/** The rows of these hosts that the named ids can touch. */
export async function loadHosts(
  tx: Tx,
  { hostIds, names, moving = [], events = [] }: Asked,
  teamOf: (hostId: string) => Promise<TeamId>,
): Promise<Map<string, LoadedHost>> {
  const named = { hostIds, ...names };
  const [known, terminals, first] = await Promise.all([
    store.teamsOf(tx, hostIds),
    store.loadTerminals(tx, named),
    store.loadCards(tx, named),
  ]);
  const cards = await withRelated(tx, hostIds, first, terminals);
  const loaded = new Map<string, LoadedHost>();
  for (const hostId of hostIds) {
    const docs = <D>(rows: readonly { host_id: string; doc: D }[]): D[] =>
      rows.filter((row) => row.host_id === hostId).map((row) => row.doc);
    const rows = { terminals: docs<Terminal>(terminals), cards: docs<LinkedCard>(cards) };
    const team = known.get(hostId) ?? (await teamOf(hostId));
    const mayMove = [...moving, ...displaced(rows, events)];
    const logs = await logsOf(
      tx,
      rows.cards.filter((card) => mayMove.includes(card.sessionId)),
    );
    const host = createHostWork({ hostId: hostId as HostWork['hostId'], team, ...rows, logs });
    loaded.set(hostId, { host, isNew: !known.has(hostId) });
  }
  return loaded;
}

/** Leaders, members and resumed cards too: what happens to one card is told to them. */
async function withRelated(
  tx: Tx,
  hostIds: readonly string[],
  first: readonly CardRow[],
  terminals: readonly { doc: Terminal }[],
): Promise<CardRow[]> {
  const cards = new Map(first.map((row) => [row.doc.sessionId, row]));
  const related = ({ doc }: CardRow): SessionId[] => [
    ...(doc.member ? [doc.member.leaderId] : []),
    ...(doc.team?.members.map(({ sessionId }) => sessionId) ?? []),
  ];
  const resumed = terminals.flatMap(({ doc }) => (doc.resume ? [doc.resume.sessionId] : []));
  let wanted = [...new Set([...resumed, ...first.flatMap(related)])].filter((id) => !cards.has(id));
  while (wanted.length > 0) {
    const more = await store.loadCardsById(tx, hostIds, wanted);
    for (const row of more) cards.set(row.doc.sessionId, row);
    wanted = [...new Set(more.flatMap(related))].filter((id) => !cards.has(id));
  }
  return [...cards.values()];
}

/** cards of guessed conversations whose terminal another one's hook names. */
function displaced(
  rows: { readonly terminals: readonly Terminal[]; readonly cards: readonly LinkedCard[] },
  events: readonly HostEvent[],
): SessionId[] {
  const named = new Set(events.flatMap((event) => (event.event === 'hook' ? [event.data.terminalId] : [])));
  const guessed = new Set(rows.cards.filter(isGuessed).map((card) => card.sessionId));
  return rows.terminals
    .filter(({ terminalId, sessionId }) => named.has(terminalId) && guessed.has(sessionId))
    .map(({ sessionId }) => sessionId);
}

async function logsOf(tx: Tx, cards: readonly LinkedCard[]): Promise<Map<SessionId, LoggedFact[]>> {
  const logs = new Map<SessionId, LoggedFact[]>();
  for (const { sessionId, weakFrom, linkedSeq } of cards) {
    logs.set(sessionId, await readSessionLog(tx, sessionId, weakFrom ?? linkedSeq ?? 1));
  }
  return logs;
}
