import pg from 'pg';
import type { Cluster } from '../../e2e/support/cluster.js';
import type { SyntheticHost } from '../../e2e/support/synthetic-host.js';
import { promptFact } from './hooks.js';

const LOOK_EVERY_MS = 20;
const LATE_MS = 180_000;

/** Whether both services have reduced all that the hosts have told, by the watermarks in their tables. */
function progressIn(client: pg.Client): (hosts: readonly SyntheticHost[]) => Promise<boolean> {
  return async (hosts) => {
    const ids = hosts.map(({ hostId }) => hostId);
    const { rows } = await client.query<{ key: string; seq: string }>(
      'select key, seq from matcher.watermarks where key = any($1)',
      [ids],
    );
    const marks = new Map(rows.map(({ key, seq }) => [key, Number(seq)]));
    if (hosts.some(({ hostId, log }) => (marks.get(hostId) ?? 0) < log.length)) return false;
    const behind = await client.query(
      `select 1 from matcher.cards c left join session_state.watermarks w on w.key = c.session_id
       where coalesce(w.seq, 0) < (c.doc->>'seq')::bigint limit 1`,
    );
    return behind.rowCount === 0;
  };
}

/** Puts `count` events, spread over the hosts, through both services; ms until the last one is reduced by both. */
export async function timeCluster(
  cluster: Cluster,
  { hosts, count, sessionsPerHost }: { hosts: readonly SyntheticHost[]; count: number; sessionsPerHost: number },
): Promise<number> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl });
  await client.connect();
  const isDone = progressIn(client);
  const begin = performance.now();
  for (let n = 0; n < count; n++) {
    const host = hosts[n % hosts.length]!;
    const session = `${host.hostId}-${Math.floor(n / hosts.length) % sessionsPerHost}`;
    host.append(promptFact(session, n));
    // The publishing in between needs its turns.
    if (n % 256 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  try {
    while (!(await isDone(hosts))) {
      if (performance.now() - begin > LATE_MS) throw new Error(`${count} events were not reduced in ${LATE_MS} ms`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    return performance.now() - begin;
  } finally {
    await client.end();
  }
}
