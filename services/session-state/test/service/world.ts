import {
  SESSION_REQUESTS,
  SESSION_STREAM,
  STANDARD_TIMERS,
  commandLog,
  shardOf,
  subjects,
  type Command,
  type SessionEvent,
  type SessionReply,
  type SessionRequest,
  type SessionVerb,
} from '@pitwall/contracts';
import { connectBus, connectDb, createLog, rowsOf, systemClock, type Bus, type Db } from '@pitwall/service-kit';
import { startNats, startPostgres, type TestNats, type TestPostgres } from '@pitwall/service-kit/testing';
import type { Session } from '../../src/core/session.js';
import { createSessionState } from '../../src/session-state.js';

export const SHARDS = 4;
const log = createLog({ service: 'session-state-test', level: 'silent' });

export interface Running {
  stop(): Promise<void>;
}

/** Real engines, and the service on them as often as a test likes. */
export interface World {
  readonly bus: Bus;
  readonly db: Db;
  start(instanceId: string): Promise<Running>;
  /** Puts an event into its session's log; `again` sends it once more, as after a lost ack. */
  tell(event: SessionEvent, again?: number): Promise<void>;
  request<V extends SessionVerb>(verb: V, request: SessionRequest<V>): Promise<SessionReply<V>>;
  sessions(): Promise<Map<string, Session>>;
  /** Commands to the host so far, in order. */
  commands(hostId: string): Promise<Command[]>;
  beat(hostId: string, t: number): Promise<void>;
  stop(): Promise<void>;
}

export async function createWorld(): Promise<World> {
  const [postgres, nats]: [TestPostgres, TestNats] = await Promise.all([startPostgres(), startNats()]);
  const url = await postgres.createDatabase();
  const bus = await connectBus({ servers: nats.url, name: 'world', log });
  await bus.ensureStream(SESSION_STREAM);
  const db = connectDb({ url, schema: 'session_state', maxConnections: 3, log });

  // A test that fails leaves its instance behind, and the engines would wait for it.
  const all = new Set<Running>();
  const start = async (instanceId: string): Promise<Running> => {
    const own = {
      db: connectDb({ url, schema: 'session_state', maxConnections: 8, log }),
      bus: await connectBus({ servers: nats.url, name: instanceId, log }),
    };
    const settings = { shards: SHARDS, timers: STANDARD_TIMERS, clock: systemClock, log };
    const part = createSessionState({ ...own, ...settings, instanceId });
    await part.start();
    const running: Running = {
      stop: async () => {
        if (!all.delete(running)) return;
        await part.stop();
        await own.bus.close();
        await own.db.destroy();
      },
    };
    all.add(running);
    return running;
  };

  const commands = async (hostId: string): Promise<Command[]> => {
    const consumer = await bus.js.consumers.get('COMMAND', { filter_subjects: `pw.v1.command.${hostId}.>` });
    const { num_pending: pending } = await consumer.info();
    const found: Command[] = [];
    if (pending === 0) return found;
    for await (const message of await consumer.fetch({ max_messages: pending, expires: 1_000 })) {
      found.push(commandLog.parse(message.data));
    }
    return found;
  };

  return {
    bus,
    db,
    start,
    commands,
    tell: async (event, again = 0) => {
      const { sessionId, sessionSeq } = event;
      const name = event.event === 'unknown' ? event.name : event.event;
      const msgId = `${sessionId}-${sessionSeq}.${again}`;
      await bus.publish(subjects.sessionEvent(sessionId, name, SHARDS), JSON.stringify(event), { msgId });
    },
    request: async (verb, request) => {
      const subject = subjects.request('session-state', shardOf(request.sessionId, SHARDS), verb);
      const reply = await bus.request(subject, request, { timeoutMs: 5_000 });
      return SESSION_REQUESTS[verb].reply.parse(reply) as SessionReply<typeof verb>;
    },
    sessions: async () => {
      const rows = await rowsOf<{ id: string; state: Session }>(db, 'select session_id as id, state from sessions');
      return new Map(rows.map(({ id, state }) => [id, state]));
    },
    beat: async (hostId, t) => {
      const counts = { terminals: 0, written: 0, sent: 0, counters: {} };
      bus.nc.publish(
        subjects.heartbeat(hostId),
        JSON.stringify({ v: 1, hostId, version: '0', t, at: Date.now(), ...counts }),
      );
      await bus.nc.flush();
    },
    stop: async () => {
      await Promise.all([...all].map((running) => running.stop()));
      await bus.close();
      await db.destroy();
      await Promise.all([postgres.stop(), nats.stop()]);
    },
  };
}
