import { describe, expect, it } from '@jest/globals';
import type { SessionId } from '@pitwall/contracts';
import fc from 'fast-check';
import { hasAgent } from '../../src/core/host-view.js';
import { hostLog } from './host-logs.js';
import { placed } from './host-steps.js';
import { playLog, type Rows } from './play-log.js';

const log = hostLog(60).map((facts) => {
  let t = 0;
  return facts.map(({ fact, after }, i) => placed(fact, i + 1, (t += after)));
});
const card = fc.constantFrom('card-of-A', 'card-of-B', 'new-1', 'new-2', 'new-3', 'new-5');
/** What people link by hand meanwhile. */
const byHand = fc.uniqueArray(
  fc.record({
    after: fc.integer({ min: 2, max: 40 }),
    sessionId: card as fc.Arbitrary<SessionId>,
    to: fc.option(card as fc.Arbitrary<SessionId>),
    by: fc.constant('a person'),
  }),
  { selector: ({ after }) => after, maxLength: 6 },
);
const sorted = (rows: Rows) => ({
  cards: [...rows.cards.values()].sort((a, b) => (a.sessionId < b.sessionId ? -1 : 1)),
  terminals: [...rows.terminals.values()].sort((a, b) => (a.terminalId < b.terminalId ? -1 : 1)),
  log: rows.log,
});
const twice = <T>(values: readonly T[]): T[] => values.filter((value, i) => values.indexOf(value) !== i);

describe('any log of a host', () => {
  it('leads to the same rows and messages again, and however its batches are cut', () => {
    fc.assert(
      fc.property(log, byHand, fc.func(fc.boolean()), (events, orders, cut) => {
        const whole = sorted(playLog(events, { byHand: orders }));
        expect(sorted(playLog(events, { byHand: orders }))).toEqual(whole);
        expect(sorted(playLog(events, { byHand: orders, cut: () => true }))).toEqual(whole);
        expect(sorted(playLog(events, { byHand: orders, cut: (event) => cut(event.hostSeq) }))).toEqual(whole);
      }),
      { numRuns: 300 },
    );
  });

  it('never shows one conversation, or one process, on two cards', () => {
    fc.assert(
      fc.property(log, byHand, (events, orders) => {
        for (let n = 1; n <= events.length; n += 1) {
          const cards = [...playLog(events.slice(0, n), { byHand: orders }).cards.values()];
          expect(twice(cards.flatMap((one) => one.current ?? []))).toEqual([]);
          const processes = cards.filter(hasAgent).flatMap(({ process }) => (process ? [process.pid] : []));
          expect(twice(processes)).toEqual([]);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('numbers every session’s log without a hole and begins it with its card', () => {
    fc.assert(
      fc.property(log, byHand, (events, orders) => {
        const rows = playLog(events, { byHand: orders });
        for (const id of rows.cards.keys()) {
          const told = rows.log.filter(({ sessionId }) => sessionId === id);
          expect(told.map(({ sessionSeq }) => sessionSeq)).toEqual(told.map((_, i) => i + 1));
          if (told[0]) expect(told[0].fact.event).toBe('opened');
        }
      }),
      { numRuns: 300 },
    );
  });
});
