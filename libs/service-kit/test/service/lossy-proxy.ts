import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface LossyProxy {
  readonly url: string;
  /** The next commit gets through, and the connection breaks before its answer is back. */
  loseNextCommit(): void;
  /** How many answers were lost. */
  lost(): number;
  stop(): Promise<void>;
}

/** A way to Postgres on which the answer to a commit can get lost. */
export async function startLossyProxy(databaseUrl: string): Promise<LossyProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let armed = false;
  let lost = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let losing = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket.on('error', () => undefined));
      socket.on('close', () => [client, upstream].forEach((either) => either.destroy()));
    }
    client.on('data', (data) => {
      if (armed && data.includes('COMMIT')) {
        armed = false;
        losing = true;
      }
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (!losing) return void client.write(data);
      lost += 1;
      client.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    loseNextCommit: () => void (armed = true),
    lost: () => lost,
    stop: async () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
}
