import type { HostId, TeamId } from '@pitwall/contracts';
import { rowsOf, type Tx } from '@pitwall/service-kit';
import { hasAgent, type LinkedCard, type Terminal } from '../core/host-view.js';

/** What the events of a batch can name; only rows that they can touch are read. */
export interface Named {
  readonly hostIds: readonly string[];
  readonly cliSessionIds: readonly string[];
  readonly terminalIds: readonly string[];
  readonly sessionIds: readonly string[];
  readonly pids: readonly number[];
}

export async function teamsOf(tx: Tx, hostIds: readonly string[]): Promise<Map<string, TeamId>> {
  const rows = await rowsOf<{ host_id: string; team: TeamId }>(
    tx,
    'select host_id, team from hosts where host_id = any(?::text[])',
    [[...hostIds]],
    'teams-of-hosts',
  );
  return new Map(rows.map((row) => [row.host_id, row.team]));
}

export async function saveTeams(tx: Tx, teams: ReadonlyMap<string, TeamId>): Promise<void> {
  await tx.raw('insert into hosts select * from unnest(?::text[], ?::text[]) on conflict (host_id) do nothing', [
    [...teams.keys()],
    [...teams.values()],
  ]);
}

export const loadTerminals = (tx: Tx, named: Named): Promise<{ host_id: HostId; doc: Terminal }[]> =>
  rowsOf(
    tx,
    `select host_id, doc from terminals
     where host_id = any(?::text[]) and (open or terminal_id = any(?::text[]))`,
    [[...named.hostIds], [...named.terminalIds]],
    'load-terminals',
  );

/** Cards with an agent, the cards of those terminals, and cards that an event names by an id. */
export const loadCards = (tx: Tx, named: Named): Promise<{ host_id: HostId; doc: LinkedCard }[]> =>
  rowsOf(
    tx,
    `select host_id, doc from cards
     where host_id = any(?::text[])
       and (live or session_id = any(?::text[]) or cli_session_ids && ?::text[] or pid = any(?::int[])
         or session_id in (select session_id from terminals
           where host_id = any(?::text[]) and (open or terminal_id = any(?::text[]))))`,
    [
      [...named.hostIds],
      [...named.sessionIds],
      [...named.cliSessionIds],
      [...named.pids],
      [...named.hostIds],
      [...named.terminalIds],
    ],
    'load-cards',
  );

export const loadCardsById = (
  tx: Tx,
  hostIds: readonly string[],
  sessionIds: readonly string[],
): Promise<{ host_id: HostId; doc: LinkedCard }[]> =>
  rowsOf(
    tx,
    'select host_id, doc from cards where host_id = any(?::text[]) and session_id = any(?::text[])',
    [[...hostIds], [...sessionIds]],
    'load-cards-by-id',
  );

/** A card of another host. */
export async function isElsewhere(tx: Tx, hostId: string, sessionId: string): Promise<boolean> {
  const rows = await rowsOf(tx, 'select 1 from cards where session_id = ? and host_id <> ?', [sessionId, hostId]);
  return rows.length > 0;
}

/** The host's newest event that is worked in; 0: none. */
export async function committedSeq(tx: Tx, source: string, hostId: string): Promise<number> {
  const rows = await rowsOf<{ seq: number }>(tx, 'select seq from watermarks where source = ? and key = ?', [
    source,
    hostId,
  ]);
  return rows[0]?.seq ?? 0;
}

export async function saveTerminals(tx: Tx, rows: readonly { hostId: string; terminal: Terminal }[]): Promise<void> {
  if (rows.length === 0) return;
  await rowsOf(
    tx,
    `insert into terminals (host_id, terminal_id, session_id, open, doc)
     select * from unnest(?::text[], ?::text[], ?::text[], ?::boolean[], ?::jsonb[])
     on conflict (host_id, terminal_id) do update set
       session_id = excluded.session_id, open = excluded.open, doc = excluded.doc`,
    [
      rows.map(({ hostId }) => hostId),
      rows.map(({ terminal }) => terminal.terminalId),
      rows.map(({ terminal }) => terminal.sessionId),
      rows.map(({ terminal }) => terminal.open),
      rows.map(({ terminal }) => JSON.stringify(terminal)),
    ],
    'save-terminals',
  );
}

const cliSessionIds = (card: LinkedCard): string[] => [
  ...card.aliases,
  ...(card.current === null ? [] : [card.current]),
];

export async function saveCards(tx: Tx, rows: readonly { hostId: string; card: LinkedCard }[]): Promise<void> {
  if (rows.length === 0) return;
  await rowsOf(
    tx,
    `insert into cards (host_id, session_id, terminal_id, live, pid, cli_session_ids, doc)
     select host_id, session_id, terminal_id, live, pid,
       array(select jsonb_array_elements_text(ids)), doc
     from unnest(?::text[], ?::text[], ?::text[], ?::boolean[], ?::int[], ?::jsonb[], ?::jsonb[])
       as row (host_id, session_id, terminal_id, live, pid, ids, doc)
     on conflict (host_id, session_id) do update set
       terminal_id = excluded.terminal_id, live = excluded.live, pid = excluded.pid,
       cli_session_ids = excluded.cli_session_ids, doc = excluded.doc`,
    [
      rows.map(({ hostId }) => hostId),
      rows.map(({ card }) => card.sessionId),
      rows.map(({ card }) => card.terminalId) as string[],
      rows.map(({ card }) => hasAgent(card)),
      rows.map(({ card }) => card.process?.pid ?? null) as number[],
      rows.map(({ card }) => JSON.stringify(cliSessionIds(card))),
      rows.map(({ card }) => JSON.stringify(card)),
    ],
    'save-cards',
  );
}

export async function countDrops(
  tx: Tx,
  drops: readonly { hostId: string; reason: string; count: number }[],
): Promise<void> {
  if (drops.length === 0) return;
  await rowsOf(
    tx,
    `insert into drops (host_id, reason, count) select * from unnest(?::text[], ?::text[], ?::bigint[])
     on conflict (host_id, reason) do update set count = drops.count + excluded.count`,
    [drops.map((drop) => drop.hostId), drops.map((drop) => drop.reason), drops.map((drop) => drop.count)],
    'count-drops',
  );
}
