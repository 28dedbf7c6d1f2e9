import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isMsgIdOf, outboxMsgId, withPlace } from '../../src/outbox-places.js';
import type { OutboxPlace } from '../../src/outbox-places.js';

describe('the places an outbox remembers', () => {
  it('stay few, and reach back over everything with at most doubling steps', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 300 }), (steps) => {
        let places: OutboxPlace[] = [];
        let id = 0;
        const widest = Math.max(...steps);
        for (const step of steps) places = withPlace(places, [(id += step), id]);
        expect(places[0]).toEqual([id, id]);
        expect(places.at(-1)?.[0]).toBe(steps[0]);
        expect(places.length).toBeLessThanOrEqual(2 + 2 * Math.ceil(Math.log2(id + 1)));
        places.slice(1).forEach(([older], index) => {
          const newer = id - (places[index]?.[0] ?? 0);
          expect(id - older).toBeLessThanOrEqual(Math.max(2 * newer, newer + widest));
        });
      }),
    );
  });

  it('are told by the message id, sent once or again', () => {
    const row = { schema: 'matcher', shard: 3, id: 7 };
    expect(isMsgIdOf(outboxMsgId(row), row)).toBe(true);
    expect(isMsgIdOf(outboxMsgId(row, 3), row)).toBe(true);
    for (const other of [{ id: 71 }, { schema: 'other' }, { shard: 1 }])
      expect(isMsgIdOf(outboxMsgId({ ...row, ...other }), row)).toBe(false);
    expect(isMsgIdOf(undefined, row)).toBe(false);
  });
});
