import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@pitwall/service-kit/testing';
import { openDashboard, type Dashboard } from '../support/dashboard.js';
import { startCluster, type Cluster } from '../support/cluster.js';
import { randomNumbers } from '../support/random-numbers.js';
import { startSyntheticHost, type SyntheticHost } from '../support/synthetic-host.js';
import { TIMERS_THAT_NEVER_FIRE as timers } from '../support/timers-that-never-fire.js';
import { runLoad } from './load.js';
import { modelOf, outcomeOf, whenSettled } from './settled.js';
import { STRIKES } from './strikes.js';

/** A minute in CI; PITWALL_SOAK_ROUNDS and PITWALL_SOAK_RATE make it a soak. */
const ROUNDS = Number(process.env['PITWALL_SOAK_ROUNDS'] ?? STRIKES.length);
const RATE = Number(process.env['PITWALL_SOAK_RATE'] ?? 300);
const SEED = Number(process.env['PITWALL_SOAK_SEED'] ?? Date.now() % 100_000);
/** performance.md: drained in order within 15 s; a busy machine gets twice that. */
const SETTLE_MS = 30_000;

let cluster: Cluster;
const dashboards: Dashboard[] = [];
const hosts: SyntheticHost[] = [];

jest.setTimeout(60_000 + ROUNDS * 60_000);
beforeAll(async () => {
  cluster = await startCluster({ shards: 4, timers });
  for (let n = 0; n < 4; n++) hosts.push(await startSyntheticHost(cluster, { name: `host-${n}` }));
  for (let n = 0; n < 3; n++) dashboards.push(openDashboard({ url: cluster.url, token: cluster.ownerToken }));
}, 120_000);
afterAll(async () => {
  await Promise.all(dashboards.map((dashboard) => dashboard.close()));
  await Promise.all(hosts.map((host) => host.stop()));
  await cluster?.stop();
}, 60_000);

const chance = randomNumbers(SEED);
/** Every kind comes once before any comes twice. */
const strikes = Array.from({ length: ROUNDS }, (_, round) => STRIKES[round % STRIKES.length]!);

test.each(strikes.map((strike, round) => ({ ...strike, round })))(
  `round $round: $name under load: nothing lost, nothing twice, dashboards right without a reload (seed ${SEED})`,
  async ({ name, round, run }) => {
    const before = performance.now();
    const loading = runLoad({
      hosts,
      sessionsPerHost: 4,
      hooksPerSession: Math.ceil((RATE * 6) / 16),
      rate: RATE,
      seed: SEED + round,
    });
    await new Promise((resolve) => setTimeout(resolve, 500 + 2_000 * chance()));
    await run(cluster, chance);
    await loading;
    const drained = await whenSettled(cluster, hosts, SETTLE_MS);
    const model = modelOf(hosts, timers);
    const count = Object.keys(model.cards).length;
    for (const dashboard of dashboards) {
      await eventually(
        async () => {
          expect(dashboard.cards.size).toBe(count);
          expect(await outcomeOf(cluster, [...dashboard.cards.values()])).toEqual(model);
        },
        { timeoutMs: SETTLE_MS, everyMs: 500 },
      );
    }
    const ms = Math.round(performance.now() - before);
    console.info(
      `${name}: ${hosts.reduce((sum, { log }) => sum + log.length, 0)} events in all, settled ${Math.round(drained)} ms after the last one, ${ms} ms`,
    );
  },
);
