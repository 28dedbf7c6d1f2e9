import { describe, expect, it } from '@jest/globals';
import { latestOfEach } from '../../src/feeds/latest-of-each.js';

describe('the newest value of each key', () => {
  it('reaches a reader that waits at once', async () => {
    const feed = latestOfEach<number>(() => undefined);
    const next = feed.next();
    feed.push('a', 1);
    expect(await next).toEqual({ value: 1, done: false });
  });

  it('is all that a slow reader gets: quick changes are skipped, no queue grows', async () => {
    const feed = latestOfEach<number>(() => undefined);
    for (let value = 1; value <= 1_000; value += 1) feed.push('a', value);
    feed.push('b', 7);
    expect(await feed.next()).toEqual({ value: 1_000, done: false });
    expect(await feed.next()).toEqual({ value: 7, done: false });
  });

  it('F-78 leaves nothing behind when the reader goes before the first value', async () => {
    let left = 0;
    const feed = latestOfEach<number>(() => (left += 1));
    const waiting = feed.next();
    await feed.return();
    expect(await waiting).toEqual({ value: undefined, done: true });
    await feed.return();
    feed.push('a', 1);
    expect(await feed.next()).toEqual({ value: undefined, done: true });
    expect(left).toBe(1);
  });
});
