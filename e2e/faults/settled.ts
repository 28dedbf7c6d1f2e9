import pg from 'pg';
import { eventually } from '@pitwall/service-kit/testing';
import type { Card, SessionId, Timers } from '@pitwall/contracts';
import { sessionIdAt } from '@pitwall/matcher';
import type { Cluster } from '../support/cluster.js';
import { playLog, type ModelTransition } from '../support/pure-model.js';
import type { SyntheticHost } from '../support/synthetic-host.js';

/** What the tables hold in the end: what people see of it, and how often each event counted. */
export interface Outcome {
  readonly cards: Readonly<Record<string, unknown>>;
  readonly history: Readonly<Record<string, readonly ModelTransition[]>>;
}

const query = async <R extends pg.QueryResultRow>(cluster: Cluster, sql: string): Promise<R[]> => {
  const client = new pg.Client({ connectionString: cluster.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<R>(sql)).rows;
  } finally {
    await client.end();
  }
};

/** Waits until every event of the hosts is reduced by both services; throws with what is missing. */
export async function whenSettled(
  cluster: Cluster,
  hosts: readonly SyntheticHost[],
  timeoutMs: number,
): Promise<number> {
  const begin = performance.now();
  const look = async (): Promise<boolean> => {
    const marks = new Map(
      (await query<{ key: string; seq: string }>(cluster, 'select key, seq from matcher.watermarks')).map(
        ({ key, seq }) => [key, Number(seq)],
      ),
    );
    for (const host of hosts) {
      const seq = marks.get(host.hostId) ?? 0;
      if (seq < host.log.length) throw new Error(`matcher: ${host.hostId} at ${seq} of ${host.log.length}`);
    }
    const behind = await query<{ session_id: string; seq: string | null; last: string }>(
      cluster,
      `select c.session_id, w.seq, (c.doc->>'seq') as last from matcher.cards c
       left join session_state.watermarks w on w.key = c.session_id where coalesce(w.seq, 0) < (c.doc->>'seq')::bigint`,
    );
    if (behind.length > 0)
      throw new Error(`session-state: ${behind.length} sessions behind, ${JSON.stringify(behind[0])}`);
    return true;
  };
  await eventually(look, { timeoutMs, everyMs: 100 });
  return performance.now() - begin;
}

/** Everything but what depends on the time of reading: revisions, and marks of reachability. */
const essence = ({ revision: _, marks, statusReason, ...card }: Card): unknown => ({
  ...card,
  marks: marks.filter((mark) => mark !== 'host-unreachable'),
  // Whether a guess is quiet depends on what else that host has told by then.
  statusReason: { rule: statusReason.rule, event: statusReason.event, guess: statusReason.guess },
});

const rounded = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

/** The rows that the services have written. */
export async function outcomeOf(cluster: Cluster, cards: readonly Card[]): Promise<Outcome> {
  const rows = await query<{ session_id: string; status: string; rule: string; event: string }>(
    cluster,
    'select session_id, status, rule, event from session_state.history order by n',
  );
  const history: Record<string, ModelTransition[]> = {};
  for (const { session_id: id, status, rule, event } of rows) (history[id] ??= []).push({ status, rule, event });
  return { cards: Object.fromEntries(cards.map((card) => [card.id, rounded(essence(card))])), history };
}

/** What the rules alone make of the same logs. */
export function modelOf(hosts: readonly SyntheticHost[], timers: Partial<Timers>): Outcome {
  const cards: Record<string, unknown> = {};
  const history: Record<string, readonly ModelTransition[]> = {};
  for (const { log } of hosts) {
    const model = playLog(log, { timers, newSessionId: sessionIdAt });
    for (const [id, card] of model.cards) cards[id] = rounded(essence(card));
    for (const [id, lines] of model.history as Map<SessionId, ModelTransition[]>)
      if (lines.length > 0) history[id] = lines;
  }
  return { cards, history };
}
