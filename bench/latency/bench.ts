import { Agent } from 'node:http';
import { WebSocket } from 'ws';
import { once } from 'node:events';
import { createHookPoster, sendHttp, type HookPoster } from '../../e2e/support/post-hook.js';
import { startStack, type Stack } from '../../e2e/support/start-stack.js';
import { openRawDashboard } from '../support/raw-dashboard.js';
import { percentile, say, tell } from '../support/figures.js';
import { promptOf } from '../support/hooks.js';
import { runAsFloor, startFloorProcess, type FloorProcess } from '../support/in-own-process.js';

const WARM_UP = 100;
const ALONE = 500;
const RATE = 1_000;
const SECONDS = 10;
const DASHBOARDS = 20;
const SESSIONS = 200;
const LATE_MS = 30_000;

/** Waits for numbered events to be seen. */
function createArrivals() {
  const waiting = new Map<string, (at: number) => void>();
  return {
    expect: (session: string, n: number): Promise<number> =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`event ${n} of ${session} never came`)), LATE_MS);
        waiting.set(`${session} ${n}`, (at) => {
          clearTimeout(timer);
          resolve(at);
        });
      }),
    saw: (session: string, n: number): void => {
      const key = `${session} ${n}`;
      waiting.get(key)?.(performance.now());
      waiting.delete(key);
    },
  };
}

interface Side {
  once(session: string, n: number): Promise<number>;
  close(): Promise<void>;
}

async function ourSide(stack: Stack, poster: HookPoster): Promise<Side> {
  const arrivals = createArrivals();
  const place = { url: `http://127.0.0.1:${stack.ports().gateway}`, token: stack.ownerToken() };
  const dashboard = await openRawDashboard(place, arrivals.saw);
  return {
    once: async (session, n) => {
      const seen = arrivals.expect(session, n);
      const begin = performance.now();
      void poster.post(promptOf(session, n));
      return (await seen) - begin;
    },
    close: async () => dashboard.close(),
  };
}

async function floorSide(floor: FloorProcess): Promise<Side> {
  const arrivals = createArrivals();
  const agent = new Agent({ keepAlive: true });
  const socket = new WebSocket(`ws://127.0.0.1:${floor.port}`);
  await once(socket, 'open');
  socket.on('message', (data: Buffer) => {
    const { session, n } = JSON.parse(data.toString()) as { session: string; n: number };
    arrivals.saw(session, n);
  });
  return {
    once: async (session, n) => {
      const seen = arrivals.expect(session, n);
      const begin = performance.now();
      void sendHttp({ port: floor.port, path: '/', agent, body: JSON.stringify({ session, n }) });
      return (await seen) - begin;
    },
    close: async () => {
      socket.close();
      agent.destroy();
    },
  };
}

/** P-03: one at a time, ours and the floor in turn. */
async function oneAtATime(stack: Stack, poster: HookPoster, floor: FloorProcess): Promise<void> {
  const [ours, least] = [await ourSide(stack, poster), await floorSide(floor)];
  const times = { ours: [] as number[], floor: [] as number[] };
  for (let n = 0; n < WARM_UP + ALONE; n++) {
    const [a, b] = [await ours.once('alone', n), await least.once('alone', n)];
    if (n < WARM_UP) continue;
    times.ours.push(a);
    times.floor.push(b);
  }
  for (const [name, share] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const) {
    const [a, b] = [percentile(times.ours, share), percentile(times.floor, share)];
    tell({ metric: `P-03 hook to dashboard ${name}`, ours: a, floor: b, ratio: a / b, unit: 'ms', n: ALONE });
  }
  await Promise.all([ours.close(), least.close()]);
}

interface Sent {
  readonly n: number;
  readonly at: number;
}

/** P-04: many at once. A card shows the newest event; by then every older one of its session has arrived as well. */
async function manyAtOnce(stack: Stack, poster: HookPoster): Promise<void> {
  const pending = new Map<string, Sent[]>();
  const times: number[] = [];
  const place = { url: `http://127.0.0.1:${stack.ports().gateway}`, token: stack.ownerToken() };
  const dashboards = await Promise.all(
    Array.from({ length: DASHBOARDS }, () => {
      const newest = new Map<string, number>();
      return openRawDashboard(place, (session, seen) => {
        const now = performance.now();
        const before = newest.get(session) ?? -1;
        if (seen <= before) return;
        newest.set(session, seen);
        const sent = pending.get(session) ?? [];
        for (let at = sent.findLastIndex(({ n }) => n <= seen); at >= 0 && sent[at]!.n > before; at--)
          times.push(now - sent[at]!.at);
      });
    }),
  );
  const begin = performance.now();
  const total = RATE * SECONDS;
  for (let n = 0; n < total;) {
    const due = Math.min(total, Math.ceil(((performance.now() - begin) / 1000) * RATE));
    for (; n < due; n++) {
      const session = `many-${n % SESSIONS}`;
      const sent = pending.get(session) ?? [];
      pending.set(session, sent);
      sent.push({ n, at: performance.now() });
      void poster.post(promptOf(session, n));
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const deadline = performance.now() + LATE_MS;
  while (times.length < total * DASHBOARDS && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 50));
  for (const [name, share] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const) {
    const metric = `P-04 hook to 20 dashboards at 1,000/s ${name}`;
    tell({ metric, ours: percentile(times, share), unit: 'ms', n: times.length });
  }
  tell({
    metric: 'P-04 events that a dashboard never showed',
    ours: total * DASHBOARDS - times.length,
    unit: '',
    n: total,
  });
  for (const dashboard of dashboards) dashboard.close();
}

await runAsFloor();
say('starting a stack and the floor beside it…');
const [stack, floor] = await Promise.all([startStack(), startFloorProcess()]);
const poster = createHookPoster(stack);
try {
  await oneAtATime(stack, poster, floor);
  await manyAtOnce(stack, poster);
} finally {
  poster.close();
  await floor.stop();
  await stack.remove();
}
process.exit(0);
