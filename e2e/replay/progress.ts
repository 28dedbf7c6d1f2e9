import pg from 'pg';
import type { AgentTeamRow, SessionRow } from './session-row.js';
import type { Cluster } from '../support/cluster.js';
import type { SyntheticHost } from '../support/synthetic-host.js';

/** How far the services have come with the hosts' logs, read from their tables. */
export interface Progress {
  /** Resolves once everything that the host has appended is reduced, with its sessions as they are then. */
  settled(host: SyntheticHost): Promise<SessionRow[]>;
  query<R extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<R[]>;
  stop(): Promise<void>;
}

interface Row {
  readonly host_id: string;
  readonly matched: string | null;
  readonly session_id: string | null;
  readonly told: string | null;
  readonly reduced: string | null;
  readonly next_deadline_t: number | null;
  readonly revision: number | null;
  readonly team: AgentTeamRow | null;
}

/** One statement, so that both services are seen at one moment. */
const LOOK = `select h.host_id, m.seq as matched, c.session_id, c.doc->>'seq' as told, w.seq as reduced,
    s.next_deadline_t, (s.state->>'revision')::int as revision, nullif(s.state->'agentTeam', 'null') as team
  from unnest($1::text[]) as h (host_id)
  left join matcher.watermarks m on m.key = h.host_id
  left join matcher.cards c on c.host_id = h.host_id
  left join session_state.watermarks w on w.key = c.session_id
  left join session_state.sessions s on s.session_id = c.session_id`;

const LOOK_EVERY_MS = 5;
/** Services may be killed and come back meanwhile, on a busy machine. */
const DEADLINE_MS = 60_000;

interface Waiting {
  readonly host: SyntheticHost;
  readonly since: number;
  readonly resolve: (rows: SessionRow[]) => void;
  readonly reject: (error: Error) => void;
}

const isReduced = ({ host }: Waiting, rows: readonly Row[]): boolean =>
  Number(rows[0]?.matched ?? 0) >= host.log.length &&
  rows.every(({ session_id, told, reduced }) => session_id === null || Number(reduced ?? 0) >= Number(told));

const sessionsIn = (rows: readonly Row[]): SessionRow[] =>
  rows.flatMap(({ session_id: id, next_deadline_t: dueT, revision, team }) =>
    id === null ? [] : [{ id, dueT, team, revision: revision ?? 0 }],
  );

/** Many hosts are waited for at once: one statement looks at all of them. */
export function createProgress({ databaseUrl }: Cluster): Progress {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  pool.on('error', () => undefined);
  const waiting = new Set<Waiting>();
  let looking: Promise<void> | null = null;

  const query: Progress['query'] = async <R extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await pool.query<R>(sql, values)).rows;

  const judge = (one: Waiting, rows: readonly Row[]): void => {
    if (isReduced(one, rows)) one.resolve(sessionsIn(rows));
    else if (performance.now() - one.since > DEADLINE_MS)
      one.reject(new Error(`not reduced in time, of ${one.host.log.length}: ${JSON.stringify(rows)}`));
    else return;
    waiting.delete(one);
  };
  const look = async (): Promise<void> => {
    while (waiting.size > 0) {
      const asked = [...waiting];
      const rows = await query<Row>(LOOK, [asked.map(({ host }) => host.hostId)]);
      for (const one of asked)
        judge(
          one,
          rows.filter((row) => row.host_id === one.host.hostId),
        );
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  };
  const fail = (error: unknown): void => {
    for (const one of waiting) one.reject(error as Error);
    waiting.clear();
  };

  return {
    query,
    settled: (host) =>
      new Promise((resolve, reject) => {
        waiting.add({ host, since: performance.now(), resolve, reject });
        looking ??= look()
          .catch(fail)
          .finally(() => (looking = null));
      }),
    stop: () => pool.end(),
  };
}
