import { randomBytes } from 'node:crypto';
import {
  answerStatus,
  connectBus,
  connectDb,
  type Bus,
  type Db,
  type Log,
  type Part,
  type ShardStats,
} from '@pitwall/service-kit';
import { StackError } from '../stack-error.js';
import type { ServicePart, StackContext } from '../services.js';
import { VERSION } from '../version.js';

export interface Connected {
  readonly db: Db;
  readonly bus: Bus;
  readonly log: Log;
  readonly instanceId: string;
}

export interface ServiceShape {
  readonly name: string;
  readonly schema: string;
  /** A laptop's Postgres is shared by all services: few connections each. */
  readonly maxConnections: number;
  readonly create: (connected: Connected) => Part & { readonly stats?: () => ShardStats[] };
}

const instance = (): string => randomBytes(4).toString('hex');

/** A service with its own credentials, pool and connection, as it would have in a process of its own. */
export const connectedPart =
  ({ name, schema, maxConnections, create }: ServiceShape) =>
  async (stack: StackContext): Promise<ServicePart> => {
    let opened: { connected: Connected; part: ReturnType<typeof create>; stopStatus: () => Promise<void> } | null =
      null;
    const start = async (): Promise<void> => {
      const log = stack.logFor(name);
      const db = connectDb({ url: stack.postgresUrl, schema, maxConnections, log });
      const bus = await connectBus({ servers: stack.natsUrl, credentials: await credentials(stack, name), name, log });
      const connected: Connected = { db, bus, log, instanceId: `${name}-${instance()}` };
      const part = create(connected);
      await part.start();
      const answer = { name, instance: connected.instanceId, version: VERSION, report: () => report(part.stats?.()) };
      opened = { connected, part, stopStatus: answerStatus(bus, answer) };
    };
    const stop = async (): Promise<void> => {
      if (!opened) return;
      const { connected, part, stopStatus } = opened;
      opened = null;
      await stopStatus();
      await part.stop();
      await connected.bus.close();
      await connected.db.destroy();
    };
    return { name, start, stop };
  };

async function credentials({ issueServiceUser }: StackContext, name: string) {
  const user = await issueServiceUser(name);
  if (user) return user;
  throw new StackError(
    'NATS_ACCOUNT_MISSING',
    'With a NATS server of your own Pitwall needs the seed of its account.',
    'Set "natsAccountSeed" in config.json.',
  );
}

const report = (stats: ShardStats[] | undefined) => {
  if (!stats) return { ok: true, detail: 'serves', lag: null };
  const owned = stats.filter((shard) => shard.owned);
  const sum = (pick: (shard: ShardStats) => number) => owned.reduce((total, shard) => total + pick(shard), 0);
  const deadLetters = sum((shard) => shard.deadLetters);
  const dead = deadLetters > 0 ? `, ${deadLetters} dead letters` : '';
  return {
    ok: owned.length > 0,
    detail: `${owned.length} of ${stats.length} shards${dead}`,
    lag: sum((shard) => shard.lag),
  };
};
