import { describe, expect, it } from '@jest/globals';
import {
  ConfigInvalid,
  createHealth,
  createLog,
  createMetrics,
  createShardQueue,
  parseConfig,
  pause,
} from '@pitwall/service-kit';
import { createFakeClock } from '@pitwall/service-kit/testing';
import { z } from 'zod';
import { createOpenGaps } from '../../src/gaps.js';
import type { Arrival } from '../../src/arrival.js';

describe('a configuration', () => {
  const schema = z.object({ port: z.coerce.number().int().default(4400), url: z.string(), shards: z.number() });

  it('is parsed with its defaults', () => {
    expect(parseConfig(schema, { url: 'x', shards: 4 })).toEqual({ port: 4400, url: 'x', shards: 4 });
  });

  it('is refused with all its problems at once', () => {
    const parse = () => parseConfig(schema, { port: 'many', shards: 'four' });
    expect(parse).toThrow(ConfigInvalid);
    expect(parse).toThrow(/port: .*\n.*url: .*\n.*shards: /);
  });
});

describe('a log', () => {
  it('cuts out what is named as a secret', () => {
    const lines: string[] = [];
    const log = createLog({ service: 'test', level: 'info', destination: { write: (line) => void lines.push(line) } });
    const secrets = { authorization: 'hide-1', cookie: 'hide-2' };
    log.info(
      { req: { headers: secrets }, nats: { jwt: 'hide-3', seed: 'hide-4' }, token: 'hide-5', password: 'hide-6' },
      'asked',
    );
    expect(lines[0]).not.toContain('hide-');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ service: 'test', msg: 'asked', token: '[redacted]' });
  });
});

describe('a shard queue', () => {
  it('runs one thing at a time, in order, each shard by itself', async () => {
    const queue = createShardQueue();
    queue.open(1);
    queue.open(2);
    const events: string[] = [];
    let finish = () => {};
    const first = queue.run(1, 'batch', () => new Promise<void>((resolve) => (finish = resolve)));
    const second = queue.run(1, 'request', async () => events.push('second'));
    await queue.run(2, 'request', async () => events.push('elsewhere'));
    expect(queue.waiting(1)).toEqual(['batch', 'request']);
    finish();
    await Promise.all([first, second]);
    expect(events).toEqual(['elsewhere', 'second']);
  });

  it('goes on after a failure', async () => {
    const queue = createShardQueue();
    queue.open(1);
    await expect(
      queue.run(1, 'request', () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await queue.run(1, 'request', async () => 'yes')).toBe('yes');
  });

  it('refuses what is not owned, and what waits when it closes', async () => {
    const queue = createShardQueue();
    await expect(queue.run(1, 'request', async () => 1)).rejects.toMatchObject({ code: 'NOT_OWNER' });
    queue.open(1);
    let finish = () => {};
    const running = queue.run(1, 'batch', () => new Promise<string>((resolve) => (finish = () => resolve('done'))));
    const waiting = queue.run(1, 'request', async () => 1);
    const closed = queue.close(1);
    await Promise.resolve().then(() => finish());
    await expect(waiting).rejects.toMatchObject({ code: 'NOT_OWNER' });
    expect(await running).toBe('done');
    await closed;
  });
});

describe('open gaps', () => {
  const beyond = (key: string, seq: number, before: number): Arrival<string> => ({
    key,
    seq,
    subject: 's',
    data: new Uint8Array(),
    content: { ok: true, message: `${key}${seq}` },
    place: { streamSeq: before + 1, msgId: '' },
    before: { streamSeq: before, msgId: '' },
  });

  it('are asked about at once, then with growing pauses', () => {
    const gaps = createOpenGaps<string>();
    gaps.note(beyond('k', 5, 10), 0);
    gaps.note(beyond('k', 6, 11), 0);
    const asked = Array.from({ length: 200 }, (_, tick) => tick * 100).filter((now) => gaps.due(now, 9).length > 0);
    expect(asked.slice(0, 6)).toEqual([0, 500, 1_500, 3_500, 7_500, 11_500]);
  });

  it('hold the hint back until the watermark has passed the highest sequence seen', () => {
    const gaps = createOpenGaps<string>();
    const last = { streamSeq: 20, msgId: 'last' };
    gaps.note(beyond('k', 5, 10), 0);
    gaps.note(beyond('k', 6, 11), 0);
    expect(gaps.resumeAt(last).streamSeq).toBe(10);
    gaps.advance(new Map([['k', 5]]));
    expect(gaps.size).toBe(1);
    gaps.advance(new Map([['k', 6]]));
    expect(gaps.resumeAt(last)).toBe(last);
  });
});

describe('a pause', () => {
  it('ends with its time or its signal, and leaves no timer', async () => {
    const clock = createFakeClock();
    const first = pause(clock, 100);
    clock.advance(100);
    await first;
    const stop = new AbortController();
    const second = pause(clock, 100, stop.signal);
    stop.abort();
    await second;
    expect(clock.pending()).toBe(0);
  });
});

describe('health and metrics', () => {
  it('reports each part, one that throws as not ok', async () => {
    const health = createHealth();
    health.register({ name: 'bus', check: () => ({ ok: true, detail: 'connected' }) });
    const off = health.register({ name: 'db', check: () => Promise.reject(new Error('gone')) });
    expect(await health.report()).toEqual({
      ok: false,
      parts: { bus: { ok: true, detail: 'connected' }, db: { ok: false, detail: 'gone' } },
    });
    off();
    expect((await health.report()).ok).toBe(true);
  });

  it('waits for a check that hangs only so long, and does not ask it again meanwhile', async () => {
    const health = createHealth({ limitMs: 20 });
    let asked = 0;
    let answer = (_value: { ok: boolean; detail: string }): void => undefined;
    const check = () => {
      asked += 1;
      return new Promise<{ ok: boolean; detail: string }>((resolve) => (answer = resolve));
    };
    health.register({ name: 'db', check });
    expect((await health.report()).parts['db']).toEqual({ ok: false, detail: expect.stringMatching(/^no answer for/) });
    expect((await health.report()).ok).toBe(false);
    expect(asked).toBe(1);
    const third = health.report();
    answer({ ok: true, detail: 'answers' });
    expect((await third).ok).toBe(true);
  });

  it('labels every metric with the service', async () => {
    const registry = createMetrics({ service: 'matcher', processMetrics: true });
    expect(await registry.metrics()).toContain('service="matcher"');
  });
});
