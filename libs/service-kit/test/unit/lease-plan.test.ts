import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextLook, planLeases, shareOf } from '../../src/lease-plan.js';

describe('the share of an instance', () => {
  it('adds up to all shards, none above the fair limit', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 9 }),
        fc.integer({ min: 1, max: 64 }),
        (live, shards) => {
          const shares = live.map((id) => shareOf(id, live, shards));
          expect(shares.reduce((sum, share) => sum + share, 0)).toBe(shards);
          expect(Math.max(...shares)).toBeLessThanOrEqual(Math.ceil(shards / live.length));
        },
      ),
    );
  });

  it.each([
    ['takes what is missing', ['a'], [], { take: 4, giveBack: [] }],
    ['gives surplus back', ['a', 'b'], [0, 1, 2, 3], { take: 0, giveBack: [2, 3] }],
    ['leaves a fair share alone', ['a', 'b'], [0, 1], { take: 0, giveBack: [] }],
    ['wants nothing while it is not announced', ['b'], [], { take: 0, giveBack: [] }],
  ])('%s', (_title, live, held, expected) => expect(planLeases('a', live, held, 4)).toEqual(expected));

  it('is looked at again when a lease of another runs out unrenewed', () => {
    const lease = (owner: string | null, remainingMs: number) => ({ shard: 0, owner, remainingMs });
    expect(nextLook('a', [lease('a', 100), lease('b', 2_500), lease(null, 50)])).toBe(1_000);
    expect(nextLook('a', [lease('b', 300)])).toBe(320);
    expect(nextLook('a', [lease('b', -5)])).toBe(1_000);
  });
});
