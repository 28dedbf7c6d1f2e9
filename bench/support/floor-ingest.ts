import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { FloorProcess } from './in-own-process.js';

const IN_FLIGHT = 512;

/** Puts `count` events of `sessions` sessions through the floor; ms until the last one's state is at a socket. */
export async function timeFloor(floor: FloorProcess, count: number, sessions: number): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${floor.port}`);
  await once(socket, 'open');
  const nc = await connect({ servers: floor.natsUrl });
  const js = jetstream(nc);
  // Every run has sessions of its own, so that the floor's newest states can't be those of an earlier one.
  const run = `r${Date.now().toString(36)}`;
  const last = new Set(Array.from({ length: sessions }, (_, s) => `${run}-${s} ${count - sessions + s}`));
  const all = new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const { session, n } = JSON.parse(data.toString()) as { session: string; n: number };
      last.delete(`${session} ${n}`);
      if (last.size === 0) resolve();
    });
  });
  const begin = performance.now();
  const open = new Set<Promise<unknown>>();
  for (let n = 0; n < count; n++) {
    const session = `${run}-${n % sessions}`;
    const sent = js.publish(`events.${session}`, JSON.stringify({ session, n })).finally(() => open.delete(sent));
    open.add(sent);
    if (open.size >= IN_FLIGHT) await Promise.race(open);
  }
  await all;
  const took = performance.now() - begin;
  socket.close();
  await nc.close();
  return took;
}
