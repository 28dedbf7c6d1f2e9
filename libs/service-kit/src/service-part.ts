import { randomBytes } from 'node:crypto';
import { subjects } from '@pitwall/contracts';
import type { Registry } from 'prom-client';
import { answerStatus } from './answer-status.js';
import { connectBus, type Bus, type BusOptions } from './bus.js';
import { connectDb, type Db } from './db.js';
import { createHealth, createMetrics } from './health.js';
import { serveHealth } from './health-server.js';
import type { Log } from './log.js';
import { runParts, type Part } from './run-service.js';
import { busCheck, databaseCheck } from './server-checks.js';
import { addShardMetrics, statusOf, type ShardReports } from './service-health.js';

/** What a service gets when it is connected. */
export interface Connected {
  readonly db: Db;
  readonly bus: Bus;
  readonly log: Log;
  /** Unique among all instances that run at the same time. */
  readonly instanceId: string;
  /** The service's own counters go here. */
  readonly metrics: Registry;
}

export interface ServicePartOptions {
  readonly name: string;
  /** The one Postgres schema that the service owns. */
  readonly schema: string;
  readonly databaseUrl: string;
  readonly maxConnections: number;
  readonly natsServers: string | string[];
  readonly credentials: () => Promise<BusOptions['credentials']>;
  readonly version: string;
  readonly log: Log;
  /** Where monitors may ask; left out: they ask the gateway. */
  readonly healthAt?: { readonly port: number; readonly address: string } | undefined;
  readonly create: (connected: Connected) => Part & Partial<ShardReports>;
}

/** Below the time that the gateway waits for answers. */
const HEALTH_LIMIT_MS = 200;

/** A service with its own pool, connection and credentials, the same in a process of its own and in the embedded stack. */
export function createServicePart(options: ServicePartOptions): {
  name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
} {
  let running: { stop(): Promise<void> } | null = null;
  return {
    name: options.name,
    start: async () => {
      running = await startConnected(options);
    },
    stop: async () => {
      await running?.stop();
      running = null;
    },
  };
}

async function startConnected(options: ServicePartOptions): Promise<{ stop(): Promise<void> }> {
  const { name, schema, databaseUrl, maxConnections, natsServers, version, log, healthAt } = options;
  const db = connectDb({ url: databaseUrl, schema, maxConnections, log });
  const credentials = await options.credentials();
  const bus = await connectBus({ servers: natsServers, ...(credentials && { credentials }), name, log });
  const instanceId = `${name}-${randomBytes(4).toString('hex')}`;
  const metrics = createMetrics({ service: name, processMetrics: healthAt !== undefined });
  const part = options.create({ db, bus, log, instanceId, metrics });
  const shards = hasShards(part) ? part : null;
  if (shards) addShardMetrics(metrics, shards);
  const health = createHealth({ limitMs: HEALTH_LIMIT_MS });
  for (const check of [busCheck(bus), databaseCheck(db)]) health.register(check);
  const report = () => statusOf(health, shards);

  return runParts(
    [
      stopping('database', () => db.destroy()),
      stopping('bus', () => bus.close()),
      part,
      serving('status', () => answerStatus(bus, { name, instance: instanceId, version, report })),
      serving('metrics', () => bus.serve(subjects.metrics, () => metrics.getMetricsAsJSON())),
      ...(healthAt ? [serving('health', () => serveHealth({ ...healthAt, health, metrics }))] : []),
    ],
    { log },
  );
}

const hasShards = <T extends Partial<ShardReports>>(part: T): part is T & ShardReports =>
  part.stats !== undefined && part.unpublished !== undefined;

const stopping = (name: string, stop: () => Promise<void>): Part => ({ name, start: () => undefined, stop });

/** What is started by a function that returns how to stop it. */
function serving(name: string, serve: () => (() => Promise<void>) | Promise<() => Promise<void>>): Part {
  let stop: (() => Promise<void>) | null = null;
  return {
    name,
    start: async () => {
      stop = await serve();
    },
    stop: async () => stop?.(),
  };
}
