import {
  createLog,
  connectBus,
  connectDb,
  createShardService,
  kitMigrations,
  migrate,
  rowsOf,
  shardOf,
  systemClock,
} from '@pitwall/service-kit';
import type {
  Bus,
  Clock,
  Db,
  LogSource,
  OnGap,
  OutboxMessage,
  ShardHandler,
  ShardService,
  Tx,
} from '@pitwall/service-kit';
import { startNats, startPostgres } from '@pitwall/service-kit/testing';
import type { TestNats, TestPostgres } from '@pitwall/service-kit/testing';

export const SHARDS = 4;
export const log = createLog({ service: 'kit-test', level: process.env['KIT_LOG'] ?? 'silent' });

export interface Fact {
  readonly key: string;
  readonly seq: number;
  readonly value: string;
}

/** State that shows order, loss and doubling: every value in the order it was reduced. */
export interface Story {
  readonly values: readonly string[];
  readonly gaps: readonly string[];
}

export const IN = { name: 'FACTS', subjects: ['test.facts.>'] } as const;
export const OUT = { name: 'ECHO', subjects: ['test.echo.>'] } as const;

export const source: LogSource<Fact> = {
  stream: IN.name,
  filter: (shard) => `test.facts.${shard}.>`,
  parse: (_subject, data) => {
    const fact = JSON.parse(Buffer.from(data).toString()) as Fact;
    if (typeof fact.seq !== 'number') throw new Error('seq is missing');
    return fact;
  },
  keyOf: ({ key }) => key,
  seqOf: ({ seq }) => seq,
  identify: (_subject, data) => {
    const match = /^broken (\S+) (\d+)/.exec(Buffer.from(data).toString());
    return match ? { key: match[1] ?? '', seq: Number(match[2]) } : null;
  },
};

const echo = ({ key, seq, value }: Fact): OutboxMessage => ({
  stream: OUT.name,
  subject: `test.echo.${shardOf(key, SHARDS)}.${key}`,
  key,
  keySeq: seq,
  payload: JSON.stringify({ key, seq, value }),
});

export const ownMigrations = [
  {
    name: 'stories',
    up: async (tx: Tx) => void (await tx.raw('create table stories (key text primary key, story jsonb not null)')),
  },
];

export async function readStories(db: Db | Tx, keys: readonly string[]): Promise<Map<string, Story>> {
  const rows = await rowsOf<{ key: string; story: Story }>(db, 'select * from stories where key = any(?::text[])', [
    keys,
  ] as never);
  return new Map(rows.map(({ key, story }) => [key, story]));
}

export function storyHandler(overrides: Partial<ShardHandler<Fact, Story>> = {}): ShardHandler<Fact, Story> {
  return {
    load: readStories,
    reduce: (state, fact) => ({
      state: { gaps: state?.gaps ?? [], values: [...(state?.values ?? []), fact.value] },
      outbox: [echo(fact)],
    }),
    save: async (tx, states) => {
      await tx.raw(
        `insert into stories (key, story) select k, s::jsonb from unnest(?::text[], ?::text[]) as t(k, s)
          on conflict (key) do update set story = excluded.story`,
        [[...states.keys()], [...states.values()].map((story) => JSON.stringify(story))] as never,
      );
    },
    gapMark: (state, { from, to }) => ({
      values: state?.values ?? [],
      gaps: [...(state?.gaps ?? []), `${from}-${to}`],
    }),
    ...overrides,
  };
}

export interface Engines {
  readonly postgres: TestPostgres;
  readonly nats: TestNats;
  stop(): Promise<void>;
}

export async function startEngines(): Promise<Engines> {
  const [postgres, nats] = await Promise.all([startPostgres(), startNats()]);
  return { postgres, nats, stop: async () => void (await Promise.all([postgres.stop(), nats.stop()])) };
}

export interface World {
  readonly url: string;
  readonly bus: Bus;
  readonly db: Db;
  /** Publishes facts to the log as their sender does. */
  tell(key: string, seqs: readonly number[], options?: { resend?: number }): Promise<void>;
  story(key: string): Promise<Story>;
  /** What the outbox put into its stream, per key, in order, repetitions dropped. */
  echoes(): Promise<Map<string, number[]>>;
  instance(id: string, options?: InstanceOptions): Promise<Instance>;
  stop(): Promise<void>;
}

export interface InstanceOptions {
  readonly handler?: ShardHandler<Fact, Story>;
  readonly onGap?: OnGap<Fact>;
  readonly clock?: Clock;
  /** Another way to the database, such as through a proxy. */
  readonly url?: string;
}

export interface Instance {
  readonly service: ShardService<Story>;
  readonly db: Db;
  readonly bus: Bus;
  stop(): Promise<void>;
  /** As kill -9 does: nothing is given back. */
  vanish(): Promise<void>;
}

export const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
export const values = (from: number, to: number) => range(from, to).map((seq) => `v${seq}`);

const neverAsked: OnGap<Fact> = async () => ({ firstAvailable: null });

/** A fresh database and fresh streams on running engines. */
export async function createWorld({ postgres, nats }: Engines): Promise<World> {
  const url = await postgres.createDatabase();
  const bus = await connectBus({ servers: nats.url, name: 'world', log });
  for (const { name } of [IN, OUT]) await bus.jsm.streams.delete(name).catch(() => undefined);
  await bus.ensureStream(IN);
  await bus.ensureStream(OUT);
  const db = connectDb({ url, schema: 'kit', maxConnections: 3, log });
  await migrate(db, [...kitMigrations, ...ownMigrations]);
  const running = new Set<Instance>();

  const instance = async (id: string, options: InstanceOptions = {}): Promise<Instance> => {
    const own = {
      db: connectDb({ url: options.url ?? url, schema: 'kit', maxConnections: 8, log }),
      bus: await connectBus({ servers: nats.url, name: id, log }),
    };
    const { handler = storyHandler(), onGap = neverAsked, clock = systemClock } = options;
    const service = createShardService({ ...own, source, handler, shards: SHARDS, instanceId: id, log, clock, onGap });
    await service.start();
    const disconnect = async () => {
      running.delete(started);
      await own.bus.close();
      await own.db.destroy();
    };
    const started: Instance = {
      service,
      ...own,
      stop: async () => {
        await service.stop();
        await disconnect();
      },
      vanish: disconnect,
    };
    running.add(started);
    return started;
  };

  return {
    url,
    bus,
    db,
    instance,
    tell: async (key, seqs, { resend } = {}) => {
      const subject = `test.facts.${shardOf(key, SHARDS)}.${key}`;
      const suffix = resend === undefined ? '' : `.r${resend}`;
      await Promise.all(
        seqs.map((seq) =>
          bus.publish(subject, JSON.stringify({ key, seq, value: `v${seq}` }), { msgId: `${key}-${seq}${suffix}` }),
        ),
      );
    },
    story: async (key) => (await readStories(db, [key])).get(key) ?? { values: [], gaps: [] },
    echoes: async () => readEchoes(bus),
    stop: async () => {
      for (const one of running) await one.stop();
      await bus.close();
      await db.destroy();
    },
  };
}

async function readEchoes(bus: Bus): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  const { state } = await bus.jsm.streams.info(OUT.name);
  if (state.messages === 0) return found;
  const consumer = await bus.js.consumers.get(OUT.name, { filter_subjects: 'test.echo.>' });
  let left = state.messages;
  while (left > 0) {
    for await (const message of await consumer.fetch({ max_messages: Math.min(left, 500), expires: 2_000 })) {
      left -= 1;
      const { key, seq } = message.json<Fact>();
      const seqs = found.get(key) ?? [];
      if (seq === (seqs.at(-1) ?? 0) + 1) seqs.push(seq);
      found.set(key, seqs);
    }
  }
  return found;
}
