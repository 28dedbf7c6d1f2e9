import { randomBytes } from 'node:crypto';
import { answerStatus } from './answer-status.js';
import { connectBus, type Bus, type BusOptions } from './bus.js';
import { connectDb, type Db } from './db.js';
import type { Log } from './log.js';
import type { Part } from './run-service.js';
import type { ShardStats } from './shard-service.js';

/** What a service gets when it is connected. */
export interface Connected {
  readonly db: Db;
  readonly bus: Bus;
  readonly log: Log;
  /** Unique among all instances that run at the same time. */
  readonly instanceId: string;
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
  readonly create: (connected: Connected) => Part & { readonly stats?: () => ShardStats[] };
}

/** A service with its own pool, connection and credentials, the same in a process of its own and in the embedded stack. */
export function createServicePart(options: ServicePartOptions): {
  name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
} {
  const { name, schema, databaseUrl, maxConnections, natsServers, version, log } = options;
  let stopAll: (() => Promise<void>) | null = null;
  return {
    name,
    start: async () => {
      const db = connectDb({ url: databaseUrl, schema, maxConnections, log });
      const credentials = await options.credentials();
      const bus = await connectBus({ servers: natsServers, ...(credentials && { credentials }), name, log });
      const instanceId = `${name}-${randomBytes(4).toString('hex')}`;
      const part = options.create({ db, bus, log, instanceId });
      await part.start();
      const report = () => reportOf(part.stats?.());
      const stopStatus = answerStatus(bus, { name, instance: instanceId, version, report });
      stopAll = async () => {
        await stopStatus();
        await part.stop();
        await bus.close();
        await db.destroy();
      };
    },
    stop: async () => {
      await stopAll?.();
      stopAll = null;
    },
  };
}

function reportOf(stats: ShardStats[] | undefined) {
  if (!stats) return { ok: true, detail: 'serves', lag: null };
  const owned = stats.filter((shard) => shard.owned);
  const sum = (pick: (shard: ShardStats) => number) => owned.reduce((total, shard) => total + pick(shard), 0);
  const deadLetters = sum((shard) => shard.deadLetters);
  return {
    ok: owned.length > 0,
    detail: `${owned.length} of ${stats.length} shards${deadLetters > 0 ? `, ${deadLetters} dead letters` : ''}`,
    lag: sum((shard) => shard.lag),
  };
}
