import { startCluster } from '../../e2e/support/cluster.js';
import { startSyntheticHost } from '../../e2e/support/synthetic-host.js';
import { timeCluster } from '../support/cluster-ingest.js';
import { percentile, say, tell } from '../support/figures.js';
import { timeFloor } from '../support/floor-ingest.js';
import { runAsFloor, startFloorProcess } from '../support/in-own-process.js';

const EVENTS = 20_000;
const ROUNDS = 3;
const HOSTS = 8;
const SESSIONS_PER_HOST = 25;
const INSTANCES = [1, 2, 3];

/** P-05: events a second through matcher and session-state, beside one hop that only keeps the newest state. */
async function measure(instances: number, timeOfFloor: () => Promise<number>): Promise<void> {
  const cluster = await startCluster({ shards: 8, instances });
  const hosts = await Promise.all(
    Array.from({ length: HOSTS }, (_, n) => startSyntheticHost(cluster, { name: `h${n}` })),
  );
  const work = { hosts, count: EVENTS, sessionsPerHost: SESSIONS_PER_HOST };
  const times = { ours: [] as number[], floor: [] as number[] };
  try {
    await timeCluster(cluster, { ...work, count: 1_000 });
    for (let round = 0; round < ROUNDS; round++) {
      times.ours.push(await timeCluster(cluster, work));
      times.floor.push(await timeOfFloor());
    }
  } finally {
    await Promise.all(hosts.map((host) => host.stop()));
    await cluster.stop();
  }
  const rate = (ms: readonly number[]): number => (EVENTS * 1_000) / percentile(ms, 0.5);
  const [ours, floor] = [rate(times.ours), rate(times.floor)];
  const metric = `P-05 sustained ingest, ${instances} instance${instances === 1 ? '' : 's'} of each service`;
  tell({ metric, ours, floor, ratio: floor / ours, unit: 'events/s', n: EVENTS * ROUNDS });
}

await runAsFloor();
say('starting the services and the floor beside them…');
const floor = await startFloorProcess();
try {
  for (const instances of INSTANCES) {
    await measure(instances, () => timeFloor(floor, EVENTS, HOSTS * SESSIONS_PER_HOST));
  }
} finally {
  await floor.stop();
}
process.exit(0);
