import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sortBySequence } from '../../src/sequence.js';

const item = (key: string | null, seq: number | null) => ({ key, seq });

describe('sorting by the sequence inside the message', () => {
  it.each([
    ['the next one is taken', 4, [5], { accepted: [5], gaps: [], duplicates: [] }],
    ['the same and older ones are duplicates', 4, [4, 1], { accepted: [], gaps: [], duplicates: [4, 1] }],
    ['one beyond the next is a gap, and all behind it', 4, [6, 7], { accepted: [], gaps: [6, 7], duplicates: [] }],
    ['what closes a gap is taken in order', 4, [6, 5, 6], { accepted: [5, 6], gaps: [6], duplicates: [] }],
    ['a new key begins at one', 0, [2, 1], { accepted: [1], gaps: [2], duplicates: [] }],
  ])('%s', (_title, mark, seqs, expected) => {
    const sorted = sortBySequence(
      seqs.map((seq) => item('k', seq)),
      new Map(mark > 0 ? [['k', mark]] : []),
    );
    const seqsOf = (items: readonly { seq: number | null }[]) => items.map(({ seq }) => seq);
    expect({
      accepted: seqsOf(sorted.accepted),
      gaps: seqsOf(sorted.gaps),
      duplicates: seqsOf(sorted.duplicates),
    }).toEqual(expected);
  });

  it('takes what has no place in a log', () => {
    expect(sortBySequence([item(null, null)], new Map()).accepted).toHaveLength(1);
  });

  it('takes the sequences of a key one after the other, whatever arrives', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.integer({ min: 1, max: 9 })), { maxLength: 60 }),
        (list) => {
          const { accepted, gaps, duplicates, marks } = sortBySequence(
            list.map(([key, seq]) => item(key, seq)),
            new Map(),
          );
          expect(accepted.length + gaps.length + duplicates.length).toBe(list.length);
          for (const key of ['a', 'b']) {
            const taken = accepted.filter((one) => one.key === key).map(({ seq }) => seq);
            expect(taken).toEqual(taken.map((_, index) => index + 1));
            expect(marks.get(key) ?? 0).toBe(taken.length);
          }
        },
      ),
    );
  });
});
