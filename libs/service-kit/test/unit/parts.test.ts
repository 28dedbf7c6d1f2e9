import { describe, expect, it } from '@jest/globals';
import { createLog, runParts } from '@pitwall/service-kit';
import type { Part } from '@pitwall/service-kit';

const log = createLog({ service: 'test', level: 'silent' });

function recorded() {
  const events: string[] = [];
  const part = (name: string, more: Partial<Part> = {}): Part => ({
    name,
    start: () => void events.push(`+${name}`),
    stop: () => void events.push(`-${name}`),
    ...more,
  });
  return { events, part };
}

describe('the parts of a service', () => {
  it('start in order and stop in reverse order, once', async () => {
    const { events, part } = recorded();
    const running = await runParts([part('bus'), part('db'), part('shards')], { log });
    await Promise.all([running.stop(), running.stop()]);
    expect(events).toEqual(['+bus', '+db', '+shards', '-shards', '-db', '-bus']);
  });

  it('are stopped when one of them does not start', async () => {
    const { events, part } = recorded();
    const bad = part('db', { start: () => Promise.reject(new Error('no database')) });
    await expect(runParts([part('bus'), bad, part('shards')], { log })).rejects.toThrow('no database');
    expect(events).toEqual(['+bus', '-bus']);
  });

  it('do not keep each other from stopping', async () => {
    const { events, part } = recorded();
    const hanging = part('hanging', { stop: () => new Promise(() => undefined) });
    const failing = part('failing', { stop: () => Promise.reject(new Error('broken')) });
    const running = await runParts([part('bus'), failing, hanging], { log });
    const started = performance.now();
    await running.stop();
    expect(performance.now() - started).toBeLessThan(2_500);
    expect(events.at(-1)).toBe('-bus');
  });
});
