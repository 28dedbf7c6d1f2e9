import {
  HOST_STREAM,
  SESSION_STREAM,
  STANDARD_TIMERS,
  subjects,
  type HostEvent,
  type HostId,
} from '@pitwall/contracts';
import { createMatcher, type Matcher } from '@pitwall/matcher';
import {
  connectBus,
  connectDb,
  createLog,
  createMetrics,
  rowsOf,
  systemClock,
  type Bus,
  type Db,
} from '@pitwall/service-kit';
import { eventually, startNats, startPostgres } from '@pitwall/service-kit/testing';

export const SHARDS = 2;
export const HOST = 'h-1' as HostId;
const log = createLog({ service: 'matcher-test', level: process.env['MATCHER_LOG'] ?? 'silent' });

export interface Told {
  readonly sessionId: string;
  readonly sessionSeq: number;
  readonly event: string;
  readonly data: unknown;
  readonly hostSeq: number;
  readonly t: number;
}

/** A matcher on real engines, and a host that speaks to it. */
export interface TestMatcher {
  readonly bus: Bus;
  readonly db: Db;
  /** Publishes as the host does; resolves when the matcher has committed all of `events`. */
  say(events: readonly HostEvent[], hostId?: HostId): Promise<void>;
  publish(event: HostEvent, attempt?: number): Promise<void>;
  committed(seq: number, hostId?: HostId): Promise<void>;
  /** Every session log, by session. */
  logs(): Promise<Map<string, Told[]>>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startEngines() {
  const [postgres, nats] = await Promise.all([startPostgres(), startNats()]);
  return { postgres, nats, stop: async () => void (await Promise.all([postgres.stop(), nats.stop()])) };
}

export async function startMatcher({ postgres, nats }: Awaited<ReturnType<typeof startEngines>>): Promise<TestMatcher> {
  const url = await postgres.createDatabase();
  const bus = await connectBus({ servers: nats.url, name: 'host', log });
  for (const { name } of [HOST_STREAM, SESSION_STREAM]) await bus.jsm.streams.delete(name).catch(() => undefined);
  const stopServing = bus.serve(subjects.directory('team-of-host'), () => ({ team: 'home' }));
  const db = connectDb({ url, schema: 'matcher', maxConnections: 8, log });
  const own = await connectBus({ servers: nats.url, name: 'matcher', log });
  const create = (): Matcher =>
    createMatcher({
      db,
      bus: own,
      shards: SHARDS,
      instanceId: `m-${Math.random()}`,
      timers: STANDARD_TIMERS,
      clock: systemClock,
      log,
      metrics: createMetrics({ service: 'matcher' }),
    });
  let matcher = create();
  await matcher.start();

  const publish = (event: HostEvent, attempt = 0) =>
    bus.publish(subjects.hostEvent(event.hostId, event.event, SHARDS), JSON.stringify(event), {
      msgId: `${event.hostId}-${event.hostSeq}.${attempt}`,
    });
  const committed = (seq: number, hostId = HOST) =>
    eventually(async () => {
      const rows = await rowsOf<{ seq: number }>(db, 'select seq from watermarks where key = ?', [hostId]);
      if ((rows[0]?.seq ?? 0) < seq) throw new Error(`committed up to ${rows[0]?.seq ?? 0} of ${seq}`);
    });
  return {
    bus,
    db,
    publish: async (event, attempt) => void (await publish(event, attempt)),
    committed: async (seq, hostId) => void (await committed(seq, hostId)),
    say: async (events) => {
      for (const event of events) await publish(event);
      const last = events.at(-1);
      if (last) await committed(last.hostSeq, last.hostId);
    },
    logs: async () => {
      const rows = await rowsOf<{ payload: Buffer }>(
        db,
        'select payload from outbox where key_seq is not null order by id',
      );
      const logs = new Map<string, Told[]>();
      for (const { payload } of rows) {
        const told = JSON.parse(payload.toString()) as Told;
        logs.set(told.sessionId, [...(logs.get(told.sessionId) ?? []), told]);
      }
      return logs;
    },
    restart: async () => {
      await matcher.stop();
      matcher = create();
      await matcher.start();
    },
    stop: async () => {
      await matcher.stop();
      await stopServing();
      await own.close();
      await bus.close();
      await db.destroy();
    },
  };
}
