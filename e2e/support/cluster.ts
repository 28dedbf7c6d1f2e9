import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  eventually,
  freePort,
  startGuarded,
  startNats,
  startPostgres,
  type GuardedProcess,
  type TestNats,
  type TestPostgres,
} from '@pitwall/service-kit/testing';
import { setUpCompose } from '@pitwall/stack';
import { CHECKOUT } from './checkout.js';
import { cleanEnvironment } from './clean-environment.js';

export type ServiceName = 'matcher' | 'session-state' | 'gateway';

/** One instance of a service in a process of its own. */
export interface ServiceProcess extends GuardedProcess {
  readonly name: ServiceName;
  readonly healthUrl: string;
}

/** Every service in processes of its own, on servers of its own: what docker compose runs, without containers. */
export interface Cluster {
  readonly nats: TestNats;
  readonly postgres: TestPostgres;
  readonly databaseUrl: string;
  readonly shards: number;
  readonly url: string;
  readonly ownerToken: string;
  /** Starts another instance and waits until it is ready. */
  start(name: ServiceName, timers?: Readonly<Record<string, number>>): Promise<ServiceProcess>;
  instances(name: ServiceName): ServiceProcess[];
  /** Data of a query or mutation by the owner; throws what the gateway answers instead. */
  ask<T>(document: string, variables?: Record<string, unknown>): Promise<T>;
  log(name: ServiceName): string;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  readonly shards?: number;
  readonly timers?: Readonly<Record<string, number>>;
  /** How many of each; the gateway is one. */
  readonly instances?: number;
}

const READY_MS = 30_000;

export async function startCluster({ shards = 8, timers = {}, instances = 1 }: ClusterOptions = {}): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'pw-cluster-'));
  const keys = join(folder, 'keys');
  const postgres = await startPostgres();
  const databaseUrl = await postgres.createDatabase();
  const nats = await startNats({
    configFor: async (port, store) => {
      mkdirSync(keys, { recursive: true });
      await setUpCompose({
        root: keys,
        postgres: `127.0.0.1:${postgres.port}`,
        nats: { listen: `127.0.0.1:${port}`, data: store },
      });
      return join(keys, 'nats', 'nats.conf');
    },
  });
  const gatewayPort = await freePort();
  const url = `http://127.0.0.1:${gatewayPort}`;
  const ownerToken = readFileSync(join(keys, 'gateway', 'owner-token'), 'utf8').trim();
  const running: ServiceProcess[] = [];

  const environment = (name: ServiceName, healthPort: number, own = timers): NodeJS.ProcessEnv =>
    cleanEnvironment({
      PITWALL_DATABASE_URL: databaseUrl,
      PITWALL_NATS_SERVERS: nats.url,
      PITWALL_NATS_CREDS_FILE: join(keys, name, 'nats.creds'),
      PITWALL_SHARDS: String(shards),
      PITWALL_TIMERS: JSON.stringify(own),
      PITWALL_LOG_LEVEL: 'warn',
      ...(name === 'gateway'
        ? {
            PITWALL_PORT: String(gatewayPort),
            PITWALL_OWNER_TOKEN_FILE: join(keys, 'gateway', 'owner-token'),
            PITWALL_NATS_ACCOUNT_SEED_FILE: join(keys, 'gateway', 'nats-account-seed'),
            PITWALL_DASHBOARD: join(CHECKOUT, 'web', 'dist'),
          }
        : { PITWALL_HEALTH_PORT: String(healthPort) }),
    });

  const start: Cluster['start'] = async (name, own) => {
    const port = name === 'gateway' ? gatewayPort : await freePort();
    const entry = join(CHECKOUT, 'services', name, 'dist', 'main.js');
    const guarded = await startGuarded(process.execPath, [entry], {
      logFile: join(folder, `${name}.log`),
      env: environment(name, port, own),
    });
    const instance = { ...guarded, name, healthUrl: `http://127.0.0.1:${port}` };
    running.push(instance);
    await eventually(async () => (await fetch(`${instance.healthUrl}/readyz`)).ok, { timeoutMs: READY_MS });
    return instance;
  };

  const stop = async (): Promise<void> => {
    for (const instance of running) instance.signal('SIGCONT');
    await Promise.all(running.map((instance) => instance.stop('SIGTERM')));
    await nats.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await start('gateway');
    for (let count = 0; count < instances; count++) await Promise.all([start('matcher'), start('session-state')]);
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    ...{ nats, postgres, databaseUrl, shards, url, ownerToken, start, stop },
    instances: (name) => running.filter((instance) => instance.name === name && instance.alive()),
    log: (name) => readFileSync(join(folder, `${name}.log`), 'utf8'),
    ask: async <T>(document: string, variables: Record<string, unknown> = {}) => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${ownerToken}` },
        body: JSON.stringify({ query: document, variables }),
      });
      const answer = (await response.json()) as { data?: T; errors?: unknown };
      if (!answer.data || answer.errors) throw new Error(JSON.stringify(answer));
      return answer.data;
    },
  };
}
