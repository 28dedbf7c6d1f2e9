import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { shardOf } from '@pitwall/contracts';

/** The whole 32 bits, since 2^32 is no divisor that changes anything. */
const hashOf = (text: string): number => shardOf(text, 2 ** 32);

describe('shardOf', () => {
  it.each([
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['b', 0xe70c2de5],
    ['c', 0xe60c2c52],
    ['foo', 0xa9f37ed7],
    ['foobar', 0xbf9cf968],
    ['chongo was here!\n', 0xd49930d5],
  ])('hashes %j as FNV-1a does', (text, hash) => {
    expect(hashOf(text)).toBe(hash);
  });

  it('hashes UTF-8 bytes, not UTF-16 units', () => {
    let hash = 0x811c9dc5;
    for (const byte of [0xc3, 0xa9]) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
    expect(hashOf('é')).toBe(hash);
  });

  it('gives every id exactly one of the shards, the same one each time', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 1024 }), (id, shards) => {
        const shard = shardOf(id, shards);
        return Number.isInteger(shard) && shard >= 0 && shard < shards && shardOf(id, shards) === shard;
      }),
    );
  });

  it.each([4, 32])('spreads ids that differ by a counter over %d shards', (shards) => {
    const counts = new Array<number>(shards).fill(0);
    const ids = 1_000 * shards;
    for (let n = 0; n < ids; n++) counts[shardOf(`s-${n}`, shards)]! += 1;
    for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(200);
  });
});
