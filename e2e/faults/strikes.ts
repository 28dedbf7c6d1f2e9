import type { Cluster, ServiceName } from '../support/cluster.js';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** One thing that goes wrong and is put right again; `chance` gives numbers from 0 to 1. */
export interface Strike {
  readonly name: string;
  readonly run: (cluster: Cluster, chance: () => number) => Promise<void>;
}

const killService = (name: ServiceName): Strike => ({
  name: `kill -9 ${name}`,
  run: async (cluster) => {
    await Promise.all(cluster.instances(name).map((instance) => instance.kill()));
    await cluster.start(name);
  },
});

/** Everything of `performance.md` that a stack must survive and that a test can do to it. */
export const STRIKES: readonly Strike[] = [
  killService('matcher'),
  killService('session-state'),
  killService('gateway'),
  {
    name: 'kill -9 of all services at once',
    run: async (cluster) => {
      const names: ServiceName[] = ['gateway', 'matcher', 'session-state'];
      await Promise.all(names.flatMap((name) => cluster.instances(name).map((instance) => instance.kill())));
      await Promise.all(names.map((name) => cluster.start(name)));
    },
  },
  {
    name: 'kill -9 NATS',
    run: async ({ nats }, chance) => {
      await nats.kill();
      await pause(2_000 * chance());
      await nats.restart();
    },
  },
  {
    name: 'NATS stands still',
    run: async ({ nats }, chance) => {
      nats.pause();
      await pause(1_000 + 3_000 * chance());
      nats.resume();
    },
  },
  {
    name: 'NATS rolled back',
    run: async ({ nats }, chance) => {
      const snapshot = nats.snapshotStore();
      await pause(500 + 2_000 * chance());
      await nats.restoreStore(snapshot);
      await nats.restart();
    },
  },
  {
    name: 'kill -9 Postgres',
    run: async ({ postgres }, chance) => {
      await postgres.kill();
      await pause(2_000 * chance());
      await postgres.restart();
    },
  },
  {
    name: 'connections to Postgres cut',
    run: async ({ postgres, databaseUrl }, chance) => {
      for (let times = 0; times < 5; times++) {
        await postgres.terminateConnections(databaseUrl, chance());
        await pause(100);
      }
    },
  },
];
