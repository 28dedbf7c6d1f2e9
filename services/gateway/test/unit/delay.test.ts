import { describe, expect, it } from '@jest/globals';
import { delayOf, noteStations, type Station, type WaitingSince } from '../../src/core/delay.js';

/** Looks every 2 s; each row: what waits then, and how far behind that is. */
const looks = (rows: readonly (readonly [Station[], number, string[]])[]): void => {
  let since: WaitingSince = new Map();
  rows.forEach(([stations, behindMs, at], row) => {
    since = noteStations(since, stations, row * 2_000);
    expect(delayOf(since, row * 2_000)).toEqual({ behindMs, at });
  });
};

const matcher = (waiting: number | null): Station => ({ name: 'matcher', waiting });
const nats = (waiting: number | null): Station => ({ name: 'nats', waiting });

describe('how far statuses are behind', () => {
  it('is not told of what is just being worked on', () => {
    looks([
      [[matcher(0)], 0, []],
      [[matcher(12)], 0, []],
      [[matcher(0)], 0, []],
      [[matcher(3)], 0, []],
    ]);
  });

  it('counts from the first look at which something waited, until nothing does', () => {
    looks([
      [[matcher(5)], 0, []],
      [[matcher(900)], 2_000, ['matcher']],
      [[matcher(400)], 4_000, ['matcher']],
      [[matcher(0)], 0, []],
    ]);
  });

  it('takes the longest wait, and a part that does not answer for one that has something', () => {
    looks([
      [[nats(null), matcher(0)], 0, []],
      [[nats(null), matcher(1)], 2_000, ['nats']],
      [[nats(null), matcher(1)], 4_000, ['nats', 'matcher']],
    ]);
  });
});
