import pg from 'pg';
import { startCluster } from '../../e2e/support/cluster.js';
import { startSyntheticHost } from '../../e2e/support/synthetic-host.js';
import { timeCluster } from '../support/cluster-ingest.js';
import { percentile, say, tell } from '../support/figures.js';
import { promptFact } from '../support/hooks.js';

/** Sessions whose deadlines are far away, and those whose deadlines are looked at. */
const PENDING = 100_000;
const WATCHED = 500;
const HOSTS = 8;
const FAR_MS = 3_600_000;
const SOON_MS = 5_000;

say(`giving ${PENDING} sessions a deadline each…`);
const cluster = await startCluster({ shards: 8, timers: { promptingQuiet: FAR_MS } });
const hosts = await Promise.all(
  Array.from({ length: HOSTS }, (_, n) => startSyntheticHost(cluster, { name: `h${n}` })),
);
await timeCluster(cluster, { hosts, count: PENDING, sessionsPerHost: PENDING / HOSTS });
const client = new pg.Client({ connectionString: cluster.databaseUrl });
await client.connect();

// From here on prompts fall quiet after seconds; the others keep the deadline that is in their rows.
for (const instance of cluster.instances('session-state')) await instance.stop('SIGTERM');
await cluster.start('session-state', { promptingQuiet: SOON_MS });
const asked = new Map<string, number>();
for (let n = 0; n < WATCHED; n++) {
  const host = hosts[n % HOSTS]!;
  const event = host.append(promptFact(`watched-${n}`, n));
  asked.set(`watched-${n}`, event.t + SOON_MS);
  await new Promise((resolve) => setTimeout(resolve, 4));
}
await new Promise((resolve) => setTimeout(resolve, SOON_MS + 5_000));

// A deadline fires with the host's answer to a check: its time there is when it could take effect.
const late: number[] = [];
for (const host of hosts) {
  const counts = new Map<string, number>();
  for (const event of host.log) {
    if (event.event !== 'checked') continue;
    const { sessionId } = event.data;
    counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1);
    const { rows } = await client.query<{ id: string | null }>(
      `select state->>'cliSessionId' as id from session_state.sessions where session_id = $1`,
      [sessionId],
    );
    const due = asked.get(rows[0]?.id ?? '');
    if (due !== undefined && counts.get(sessionId) === 1) late.push(event.t - due);
  }
}
const { rows: fired } = await client.query<{ n: string }>(
  `select count(*) as n from session_state.history where rule = 'S-04' group by session_id having count(*) > 1`,
);
tell({ metric: 'P-16 lateness with 100,000 pending p99', ours: percentile(late, 0.99), unit: 'ms', n: late.length });
tell({ metric: 'P-16 lateness with 100,000 pending p50', ours: percentile(late, 0.5), unit: 'ms', n: late.length });
tell({ metric: 'P-16 fired twice', ours: fired.length, unit: '', n: late.length });
await client.end();
await Promise.all(hosts.map((host) => host.stop()));
await cluster.stop();
process.exit(0);
