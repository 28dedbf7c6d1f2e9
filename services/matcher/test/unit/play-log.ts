import type { HostEvent, HostId, SessionId, TeamId, TerminalId } from '@pitwall/contracts';
import { createHostWork, type HostWork, type LoggedFact } from '../../src/core/host-work.js';
import type { LinkedCard, Terminal } from '../../src/core/host-view.js';
import { route } from '../../src/core/route.js';
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

/** Plays a log in batches; `cut` says after which event a batch ends. */
export function playLog(events: readonly HostEvent[], cut: (event: HostEvent) => boolean, rules = RULES): Rows {
  const rows = noRows();
  let host = viewOf(rows);
  for (const event of events) {
    rows.log.push(...asStored(host.apply(route(host, event, rules), event)));
    if (!cut(event)) continue;
    keep(rows, host);
    host = viewOf(rows);
  }
  keep(rows, host);
  return rows;
}
