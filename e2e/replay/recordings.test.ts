import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { childrenOf, inputsOf, readRecordings } from '../../services/session-state/test/unit/recording.js';
import { startCluster, type Cluster } from '../support/cluster.js';
import { randomNumbers } from '../support/random-numbers.js';
import type { Delivery } from '../support/synthetic-host.js';
import { play, startPlayer, type Player } from './play.js';
import { createProgress, type Progress } from './progress.js';
import { shownOf, wantedOf, type Shown } from './shown.js';

let cluster: Cluster;
let progress: Progress;
const players: Player[] = [];

jest.setTimeout(120_000);
beforeAll(async () => {
  cluster = await startCluster({ shards: 4 });
  progress = createProgress(cluster);
});
afterAll(async () => {
  await Promise.all(players.map(({ host }) => host.stop()));
  await progress?.stop();
  await cluster?.stop();
});

const recordings = readRecordings().flatMap(({ version, name, cli, lines, expected, unrecorded }) =>
  expected
    ? [
        {
          ...{ name: `${version} ${name}`, t0: Date.parse(expected.t0), wanted: wantedOf(expected) },
          ...{ inputs: inputsOf(lines, expected, { cli, unrecorded }), children: childrenOf(expected) },
        },
      ]
    : [],
);

interface Circumstances {
  readonly delivery?: (n: number) => Delivery;
  readonly onStep?: () => void;
}

/** A host joins in tens of ms; this many at once leave time for everyone's handshake. */
const JOIN_AT_ONCE = 4;

async function startPlayers({ delivery }: Circumstances): Promise<Player[]> {
  const started: Player[] = [];
  for (let first = 0; first < recordings.length; first += JOIN_AT_ONCE) {
    const some = recordings.slice(first, first + JOIN_AT_ONCE).map(({ name, t0, inputs }, n) => {
      const begin = { name, t: inputs[0]?.t ?? t0, delivery: delivery?.(first + n) };
      return startPlayer(cluster, begin);
    });
    started.push(...(await Promise.all(some)));
  }
  players.push(...started);
  return started;
}

/** All at once, each from a host of its own; a test waits for its own. */
async function playAll(circumstances: Circumstances): Promise<Map<string, Promise<Shown>>> {
  const { onStep = () => undefined } = circumstances;
  const started = await startPlayers(circumstances);
  const plays = new Map<string, Promise<Shown>>();
  recordings.forEach(({ name, t0, inputs, children }, n) => {
    const player = started[n]!;
    const shown = play(progress, player, { inputs, children, onStep }).then((played) =>
      shownOf({ cluster, progress, host: player.host }, played, t0),
    );
    shown.catch(() => undefined);
    plays.set(name, shown);
  });
  return plays;
}

describe('S-01 M-01 a recording through the real services shows what the rules say', () => {
  let plays: Map<string, Promise<Shown>>;
  beforeAll(async () => {
    plays = await playAll({});
  });

  test.each(recordings)('$name', async ({ name, wanted }) => {
    expect(await plays.get(name)).toEqual(wanted);
  });
});

const SERVICES = ['gateway', 'matcher', 'session-state'] as const;

async function killAndRestartAll(): Promise<void> {
  await Promise.all(SERVICES.flatMap((name) => cluster.instances(name).map((instance) => instance.kill())));
  await Promise.all(SERVICES.map((name) => cluster.start(name)));
}

describe('X-03 S-12 each event one to three times, and all services killed on the way: the same', () => {
  let plays: Map<string, Promise<Shown>>;
  let restarted: Promise<void> | null = null;
  let steps = 0;
  const half = recordings.reduce((sum, { inputs }) => sum + inputs.length, 0) / 2;
  const onStep = (): void => {
    steps += 1;
    if (steps < half || restarted) return;
    restarted = killAndRestartAll();
    restarted.catch(() => undefined);
  };
  const severalTimes = (n: number): Delivery => {
    const chance = randomNumbers(n);
    return { copies: () => 1 + Math.floor(3 * chance()), order: (events) => events };
  };
  beforeAll(async () => {
    plays = await playAll({ delivery: severalTimes, onStep });
  });

  test.each(recordings)('$name', async ({ name, wanted }) => {
    expect(await plays.get(name)).toEqual(wanted);
  });

  test('the services were indeed killed, and came back', async () => {
    expect(restarted).not.toBeNull();
    await restarted;
  });
});
