import { createServer } from 'node:http';
import { once } from 'node:events';
import { jetstream, jetstreamManager, type JsMsg } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { startNats, startPostgres } from '@pitwall/service-kit/testing';
import pg from 'pg';
import { WebSocketServer } from 'ws';

/**
 * The least that any implementation must do, in one process and one hop: take a hook over http, store it in JetStream,
 * keep the newest state of its session in Postgres, push that to every open socket. Nothing is checked, nothing is
 * matched, and what failed would be lost.
 */
export interface ChainFloor {
  readonly port: number;
  readonly natsUrl: string;
  stop(): Promise<void>;
}

interface Event {
  readonly session: string;
  readonly n: number;
}

const UPSERT = `insert into states select * from unnest($1::text[], $2::int[])
  on conflict (session) do update set n = excluded.n`;

export async function startChainFloor(): Promise<ChainFloor> {
  const [nats, postgres] = await Promise.all([startNats(), startPostgres()]);
  const pool = new pg.Pool({ connectionString: await postgres.createDatabase(), max: 2 });
  await pool.query('create table states (session text primary key, n int not null)');
  const nc = await connect({ servers: nats.url });
  const js = jetstream(nc);
  const jsm = await jetstreamManager(nc);
  await jsm.streams.add({ name: 'EVENTS', subjects: ['events.>'] });

  const sockets = new WebSocketServer({ noServer: true });
  const push = (event: Event): void => {
    const text = JSON.stringify(event);
    for (const socket of sockets.clients) socket.send(text);
  };
  nc.subscribe('cards', { callback: (_error, message) => push(message.json<Event>()) });

  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const event = JSON.parse(body) as Event;
      void js.publish(`events.${event.session}`, body).then(() => response.end('{}'));
    });
  });
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (ws) => sockets.emit('connection', ws, request)),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const consumer = await js.consumers.get('EVENTS');
  const messages = await consumer.consume({ max_messages: 1_000 });
  const running = keepStates(messages, pool, (event) => nc.publish('cards', JSON.stringify(event)));

  return {
    port: (server.address() as { port: number }).port,
    natsUrl: nats.url,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      messages.stop();
      await running;
      await nc.close();
      await pool.end();
      await Promise.all([nats.stop(), postgres.stop()]);
    },
  };
}

/** What has arrived is the next batch. */
async function keepStates(messages: AsyncIterable<JsMsg>, pool: pg.Pool, told: (event: Event) => void): Promise<void> {
  let waiting: Event[] = [];
  let saving: Promise<void> | null = null;
  const save = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const newest = new Map(batch.map((event) => [event.session, event]));
      await pool.query(UPSERT, [[...newest.keys()], [...newest.values()].map(({ n }) => n)]);
      for (const event of newest.values()) told(event);
    }
    saving = null;
  };
  for await (const message of messages) {
    waiting.push(message.json<Event>());
    saving ??= save();
  }
  await saving;
}
