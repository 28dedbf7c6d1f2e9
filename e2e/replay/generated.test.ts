import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@pitwall/service-kit/testing';
import type { Card, HostFact } from '@pitwall/contracts';
import { modelOf, outcomeOf } from '../faults/settled.js';
import { startCluster, type Cluster } from '../support/cluster.js';
import { SESSION_FIELDS } from '../support/dashboard.js';
import { randomNumbers } from '../support/random-numbers.js';
import { startSyntheticHost, type SyntheticHost } from '../support/synthetic-host.js';
import { createProgress, type Progress } from './progress.js';
import { roughDelivery, tell } from './streams.js';

const SEED = Number(process.env['PITWALL_REPLAY_SEED'] ?? 20_261_201);
const HOSTS = 6;
const SESSIONS = 6;
const BEGIN = Date.parse('2026-11-30T12:00:00Z');

let cluster: Cluster;
let progress: Progress;
const hosts: SyntheticHost[] = [];

jest.setTimeout(120_000);
beforeAll(async () => {
  cluster = await startCluster({ shards: 4 });
  progress = createProgress(cluster);
});
afterAll(async () => {
  await Promise.all(hosts.map((host) => host.stop()));
  await progress?.stop();
  await cluster?.stop();
});

/** Begins nothing; behind it no gap can stay unseen. */
const LAST: HostFact = { event: 'terminal-active', data: { terminalId: 't-none' as never } };

/** A host, and how it tells its log. */
async function startTeller(n: number): Promise<{ host: SyntheticHost; tellAll: () => Promise<void> }> {
  const seed = SEED + n;
  const chance = randomNumbers(seed + 1_000);
  let nowT = BEGIN;
  let isLast = false;
  const host = await startSyntheticHost(cluster, {
    name: `host-${n}`,
    clock: () => nowT,
    children: () => [true, false, null][Math.floor(3 * chance())]!,
    delivery: roughDelivery(seed, () => isLast),
  });
  hosts.push(host);
  const tellAll = async (): Promise<void> => {
    await tell({ host, seed, sessions: SESSIONS, advance: (ms) => void (nowT += ms) });
    await host.flushed();
    isLast = true;
    host.append(LAST);
  };
  return { host, tellAll };
}

async function shownOf(host: SyntheticHost) {
  const model = modelOf([host], {});
  const document = `{ sessions(includeEnded: true) { ${SESSION_FIELDS} } }`;
  const all = (await cluster.ask<{ sessions: Card[] }>(document)).sessions;
  const { cards, history } = await outcomeOf(
    cluster,
    all.filter((card) => card.hostId === host.hostId),
  );
  const own = Object.fromEntries(Object.entries(history).filter(([id]) => id in model.history));
  return { model, shown: { cards, history: own } };
}

test(`X-01 X-03 shuffled, doubled and lost on the way, cards and history are those of the rules alone (seed ${SEED})`, async () => {
  const tellers = await Promise.all(Array.from({ length: HOSTS }, (_, n) => startTeller(n)));
  await Promise.all(tellers.map(({ tellAll }) => tellAll()));
  for (const host of hosts) {
    await progress.settled(host);
    await eventually(
      async () => {
        const { model, shown } = await shownOf(host);
        expect(shown).toEqual(model);
      },
      { timeoutMs: 30_000, everyMs: 250 },
    );
  }
  const resent = hosts.reduce((sum, host) => sum + host.commands('resend').length, 0);
  expect(resent).toBeGreaterThan(0);
});
