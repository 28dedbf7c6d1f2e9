import { startCluster, type Cluster } from '../../e2e/support/cluster.js';
import { startSyntheticHost, type SyntheticHost } from '../../e2e/support/synthetic-host.js';
import { timeCluster } from '../support/cluster-ingest.js';
import { percentile, say, tell } from '../support/figures.js';
import { timeFloor } from '../support/floor-ingest.js';
import { promptFact } from '../support/hooks.js';
import { runAsFloor, startFloorProcess } from '../support/in-own-process.js';
import { openRawDashboard } from '../support/raw-dashboard.js';

const BACKLOG = 100_000;
const HOSTS = 4;
const SESSIONS_PER_HOST = 50;
const DASHBOARDS = 3;
const PROBE_EVERY_MS = 250;
const LATE_MS = 30_000;

interface Probe {
  stop(): Promise<number[]>;
}

/** While the backlog drains: how long an event of a host that has none takes to a dashboard. */
function probeOther(cluster: Cluster, other: SyntheticHost): Probe {
  const waiting = new Map<number, number>();
  const times: number[] = [];
  let n = 0;
  const opened = openRawDashboard({ url: cluster.url, token: cluster.ownerToken }, (session, seen) => {
    const sent = session === 'probe' ? waiting.get(seen) : undefined;
    if (sent === undefined) return;
    waiting.delete(seen);
    times.push(performance.now() - sent);
  });
  const timer = setInterval(() => {
    waiting.set((n += 1), performance.now());
    other.append(promptFact('probe', n));
  }, PROBE_EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      const deadline = performance.now() + LATE_MS;
      // A card shows the newest event: an older one that was skipped has arrived with it.
      while (waiting.has(n) && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
      (await opened).close();
      return times;
    },
  };
}

await runAsFloor();
say('starting the services and the floor beside them…');
const [cluster, floor] = [await startCluster({ shards: 8 }), await startFloorProcess()];
try {
  const hosts = await Promise.all(
    Array.from({ length: HOSTS }, (_, n) => startSyntheticHost(cluster, { name: `h${n}` })),
  );
  const other = await startSyntheticHost(cluster, { name: 'other' });
  const dashboards = await Promise.all(
    Array.from({ length: DASHBOARDS }, () =>
      openRawDashboard({ url: cluster.url, token: cluster.ownerToken }, () => undefined),
    ),
  );
  await timeCluster(cluster, { hosts, count: 1_000, sessionsPerHost: SESSIONS_PER_HOST });
  // The hosts have it all and nobody reads yet, as after an outage of the matcher.
  const matcher = cluster.instances('matcher')[0]!;
  await matcher.kill();
  for (let n = 0; n < BACKLOG; n++) {
    const host = hosts[n % HOSTS]!;
    host.append(promptFact(`${host.hostId}-${Math.floor(n / HOSTS) % SESSIONS_PER_HOST}`, n));
    if (n % 512 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(hosts.map((host) => host.flushed()));
  await cluster.start('matcher');
  const probe = probeOther(cluster, other);
  const ours = await timeCluster(cluster, { hosts, count: 0, sessionsPerHost: SESSIONS_PER_HOST });
  const times = await probe.stop();
  const least = await timeFloor(floor, BACKLOG, HOSTS * SESSIONS_PER_HOST);
  tell({ metric: 'P-06 drain of 100,000 events', ours, floor: least, ratio: ours / least, unit: 'ms', n: BACKLOG });
  tell({
    metric: 'P-06 event of another host meanwhile p99',
    ours: percentile(times, 0.99),
    unit: 'ms',
    n: times.length,
  });
  for (const dashboard of dashboards) dashboard.close();
  await Promise.all([...hosts, other].map((host) => host.stop()));
} finally {
  await floor.stop();
  await cluster.stop();
}
process.exit(0);
