import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectBus } from '@pitwall/service-kit';
import type { Bus } from '@pitwall/service-kit';
import { eventually, startNats } from '@pitwall/service-kit/testing';
import type { TestNats } from '@pitwall/service-kit/testing';
import { log } from './fixture.js';

let nats: TestNats;
let bus: Bus;
beforeAll(async () => {
  nats = await startNats();
  bus = await connectBus({ servers: nats.url, name: 'test', log });
});
afterAll(async () => {
  await bus.close();
  await nats.stop();
});

class TurnRunning extends Error {
  readonly code = 'TURN_RUNNING';
  readonly hint = 'Wait for it, or cancel it.';
  override readonly name = 'TurnRunning';
}

describe('a request', () => {
  it('gets the reply of one member of the queue', async () => {
    const served: string[] = [];
    const stops = ['a', 'b'].map((who) =>
      bus.serve(
        'test.add',
        (body) => {
          served.push(who);
          const { x, y } = body as { x: number; y: number };
          return { sum: x + y };
        },
        { queue: 'adders' },
      ),
    );
    expect(await bus.request('test.add', { x: 1, y: 2 }, { timeoutMs: 1_000 })).toEqual({ sum: 3 });
    expect(served).toHaveLength(1);
    await Promise.all(stops.map((stop) => stop()));
  });

  it('is refused with the code, message and hint of the other side', async () => {
    const stop = bus.serve('test.refuse', () => {
      throw new TurnRunning('A turn is running.');
    });
    await expect(bus.request('test.refuse', {}, { timeoutMs: 1_000 })).rejects.toMatchObject({
      name: 'RemoteError',
      code: 'TURN_RUNNING',
      message: 'A turn is running.',
      hint: 'Wait for it, or cancel it.',
    });
    await stop();
  });

  it('shows nothing of an unexpected failure', async () => {
    const stop = bus.serve('test.fail', () => {
      throw new Error('password is hunter2');
    });
    const failed = bus.request('test.fail', {}, { timeoutMs: 1_000 });
    await expect(failed).rejects.toMatchObject({ code: 'INTERNAL' });
    await expect(failed).rejects.not.toThrow('hunter2');
    await stop();
  });

  it('fails fast when nobody is there', async () => {
    const started = performance.now();
    await expect(bus.request('test.nobody', {}, { timeoutMs: 5_000 })).rejects.toMatchObject({ code: 'NOT_REACHABLE' });
    expect(performance.now() - started).toBeLessThan(500);
  });

  it('times out with an unknown outcome when the handler is slow', async () => {
    const stop = bus.serve('test.slow', () => new Promise((resolve) => setTimeout(resolve, 300)));
    await expect(bus.request('test.slow', {}, { timeoutMs: 100 })).rejects.toMatchObject({ code: 'REQUEST_TIMED_OUT' });
    await stop();
  });
});

describe('a stream', () => {
  const def = { name: 'ENSURED', subjects: ['ensured.>'], maxAgeMs: 3_600_000 };

  it('is made once when several services start together, and brought up to its definition', async () => {
    const buses = await Promise.all([1, 2, 3].map((n) => connectBus({ servers: nats.url, name: `s${n}`, log })));
    await Promise.all(buses.map((one) => one.ensureStream(def)));
    await Promise.all(buses.map((one) => one.ensureStream({ ...def, maxAgeMs: 7_200_000 })));
    const { config } = await bus.jsm.streams.info('ENSURED');
    expect(config).toMatchObject({
      max_age: 7_200_000 * 1e6,
      duplicate_window: 120_000 * 1e6,
      retention: 'limits',
      storage: 'file',
    });
    await Promise.all(buses.map((one) => one.close()));
  });
});

describe('the connection', () => {
  it('comes back by itself, and tells so once', async () => {
    let back = 0;
    let lost = 0;
    const off = [bus.onReconnect(() => (back += 1)), bus.onDisconnect(() => (lost += 1))];
    const { generation } = bus.status();
    await nats.kill();
    await eventually(() => !bus.status().connected);
    await expect(bus.request('test.add', {}, { timeoutMs: 5_000 })).rejects.toMatchObject({ code: 'NOT_REACHABLE' });
    await nats.restart();
    await eventually(() => bus.status().connected);
    expect([lost, back, bus.status().generation]).toEqual([1, 1, generation + 1]);
    off.forEach((dispose) => dispose());
    await nats.restart();
    await eventually(() => bus.status().generation === generation + 2 && bus.status().connected);
    expect(back).toBe(1);
  });

  it('is waited for when the server starts later', async () => {
    await nats.kill();
    const waiting = connectBus({ servers: nats.url, name: 'early', log });
    await nats.restart();
    const early = await waiting;
    expect(early.status().connected).toBe(true);
    await early.close();
  });
});
