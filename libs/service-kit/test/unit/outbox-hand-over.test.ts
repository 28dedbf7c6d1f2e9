import { describe, expect, it } from '@jest/globals';
import { createHandOver, rowsToHandOver } from '../../src/outbox-hand-over.js';
import { createOutboxIds } from '../../src/outbox-ids.js';

const row = (id: number) => ({
  ...{ id, subject: 's', key: 'k', keySeq: id, payload: Buffer.from(''), headers: null, expired: false },
});
const added = (after: number | null, ...ids: number[]) => ({ stream: 'OUT', after, rows: ids.map(row) });

describe('rows handed from the transaction to the pump', () => {
  it('are taken in order, as many as fit', () => {
    const handOver = createHandOver();
    handOver.give(added(4, 5, 6));
    handOver.give(added(6, 7));
    handOver.give(added(7, 8, 9));
    expect(handOver.take(4, 3).map(({ id }) => id)).toEqual([5, 6, 7]);
    expect(handOver.hasMore()).toBe(true);
    expect(handOver.take(7, 3).map(({ id }) => id)).toEqual([8, 9]);
    expect(handOver.hasMore()).toBe(false);
  });

  it.each([
    ['the row before them was never published', added(4, 5)],
    ['nothing is known of the row before them', added(null, 5)],
  ])('are left to the table when %s', (_title, rows) => {
    const handOver = createHandOver();
    handOver.give(rows);
    expect(handOver.take(3, 10)).toEqual([]);
    expect(handOver.hasMore()).toBe(false);
  });

  it('are all left to the table when one of them may expire on the way: it must not be passed over', () => {
    const message = (id: number, expiresAt: number | null) => ({
      ...{ id, stream: 'OUT', subject: 's', key: 'k', payload: '', expiresAt },
    });
    expect(rowsToHandOver([message(1, null), message(2, null)]).map(({ id }) => id)).toEqual([1, 2]);
    expect(rowsToHandOver([message(1, null), message(2, 9), message(3, null)])).toEqual([]);
  });

  it('are left to the table when the bus is slower than the shard', () => {
    const handOver = createHandOver();
    for (let id = 1; id <= 2_500; id++) handOver.give(added(id - 1, id));
    expect(handOver.take(0, 10)).toEqual([]);
  });
});

describe('ids of outbox rows', () => {
  it('grow within a shard though the clock stands still or runs backward', () => {
    let now = 1_000;
    const ids = createOutboxIds(() => now);
    expect([ids.next(0), ids.next(0), ids.next(1)]).toEqual([1_000_000, 1_000_001, 1_000_000]);
    now = 900;
    expect(ids.next(0)).toBe(1_000_002);
  });

  it('begin above what the shard has used before', () => {
    const ids = createOutboxIds(() => 1);
    ids.startAbove(0, 5_000_000);
    expect(ids.next(0)).toBe(5_000_001);
  });

  it('know the row before, until the shard is opened anew', () => {
    const ids = createOutboxIds(() => 1);
    expect([ids.advance(0, 'A', 7), ids.advance(0, 'B', 8), ids.advance(0, 'A', 9)]).toEqual([null, null, 7]);
    ids.startAbove(0, 9);
    expect(ids.advance(0, 'A', 10)).toBe(null);
  });
});
