import type { HostEvent, HostId, SessionId, TeamId, TerminalId } from '@pitwall/contracts';
import { createHostWork, type HostWork, type LoggedFact } from '../../src/core/host-work.js';
import type { LinkedCard, Terminal } from '../../src/core/host-view.js';
import { relink, type RelinkOrder } from '../../src/core/relink.js';
import { route, type Rules } from '../../src/core/route.js';
import { RULES } from './host-steps.js';

/** What the matcher's tables hold of one host. */
export interface Rows {
  readonly cards: Map<SessionId, LinkedCard>;
  readonly terminals: Map<TerminalId, Terminal>;
  readonly log: LoggedFact[];
}

export const noRows = (): Rows => ({ cards: new Map(), terminals: new Map(), log: [] });

const asStored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** A batch's view of the rows, as they come from the database. */
export function viewOf(rows: Rows): HostWork {
  const logs = new Map<SessionId, LoggedFact[]>();
  for (const one of rows.log) logs.set(one.sessionId, [...(logs.get(one.sessionId) ?? []), one]);
  return createHostWork({
    hostId: 'h-1' as HostId,
    team: 'home' as TeamId,
    terminals: asStored([...rows.terminals.values()]),
    cards: asStored([...rows.cards.values()]),
    logs,
  });
}

export function keep(rows: Rows, host: HostWork): void {
  for (const card of host.changedCards()) rows.cards.set(card.sessionId, asStored(card));
  for (const terminal of host.changedTerminals()) rows.terminals.set(terminal.terminalId, asStored(terminal));
}

/** What a person linked by hand after that event. */
export interface ByHand extends RelinkOrder {
  readonly after: number;
}

/** Links by hand as the service does, in a transaction of its own; a refusal changes nothing. */
export function linkByHand(rows: Rows, { after, ...order }: ByHand): SessionId | null {
  const host = viewOf(rows);
  const newest = rows.log.findLast(({ sessionId }) => sessionId === order.sessionId)?.place;
  const place = { hostSeq: after, at: newest?.at ?? 0, t: newest?.t ?? 0 };
  try {
    const moved = relink(host, order, { place, newSessionId: `room-${after}` as SessionId });
    rows.log.push(...asStored(host.apply(moved, place)));
    keep(rows, host);
    return moved.shownBy;
  } catch (error) {
    if (error instanceof Error && 'hint' in error) return null;
    throw error;
  }
}

interface Playing {
  /** After which event a batch ends; after one that is followed by a link by hand it always does. */
  readonly cut?: (event: HostEvent) => boolean;
  readonly byHand?: readonly ByHand[];
  readonly rules?: Rules;
}

/** Plays a log in batches. */
export function playLog(
  events: readonly HostEvent[],
  { cut = () => false, byHand = [], rules = RULES }: Playing = {},
): Rows {
  const rows = noRows();
  let host = viewOf(rows);
  for (const event of events) {
    rows.log.push(...asStored(host.apply(route(host, event, rules), event)));
    const orders = byHand.filter(({ after }) => after === event.hostSeq);
    if (!cut(event) && orders.length === 0) continue;
    keep(rows, host);
    for (const order of orders) linkByHand(rows, order);
    host = viewOf(rows);
  }
  keep(rows, host);
  return rows;
}
