import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { STANDARD_TIMERS, shardOf, subjects, type HostEvent, type HostId } from '@pitwall/contracts';
import type { Rules } from '@pitwall/matcher';
import { rowsOf } from '@pitwall/service-kit';
import fc from 'fast-check';
import { sessionIdAt } from '../../src/handlers/host-events.js';
import type { LinkedCard } from '../../src/core/host-view.js';
import { relinksOf } from '../../src/io/relink-store.js';
import { hostLog } from '../unit/host-logs.js';
import { hook, opened, placed } from '../unit/host-steps.js';
import { playLog } from '../unit/play-log.js';
import { SHARDS, startEngines, startMatcher, type TestMatcher } from './stack.js';

let engines: Awaited<ReturnType<typeof startEngines>>;
let matcher: TestMatcher;
beforeAll(async () => {
  engines = await startEngines();
  matcher = await startMatcher(engines);
});
afterAll(async () => {
  await matcher.stop();
  await engines.stop();
});

/** One host's log of anything that may happen, the same for the same seed. */
function logOf(hostId: HostId, seed: number, length: number): HostEvent[] {
  const [facts] = fc.sample(hostLog(length), { seed, numRuns: 1 });
  let t = 0;
  return (facts ?? []).map(({ fact, after }, i) => ({ ...placed(fact, i + 1, (t += after)), hostId }));
}

const byId = (a: LinkedCard, b: LinkedCard): number => (a.sessionId < b.sessionId ? -1 : 1);

const cardsOf = async (hostId: HostId): Promise<LinkedCard[]> => {
  const rows = await rowsOf<{ doc: LinkedCard }>(matcher.db, 'select doc from cards where host_id = ?', [hostId]);
  return rows.map(({ doc }) => doc).sort(byId);
};

const RULES: Rules = { timers: STANDARD_TIMERS, newSessionId: sessionIdAt };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a host’s log through the service', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'keeps the rows that the rule alone leads to, however it is cut, repeated and held up (seed %i)',
    async (seed) => {
      const hostId = `host-${seed}` as HostId;
      const events = logOf(hostId, seed * 7919, 120);
      const cut = new Set(fc.sample(fc.nat({ max: events.length }), { seed, numRuns: 12 }));
      for (const event of events) {
        await matcher.publish(event);
        if (cut.has(event.hostSeq)) {
          await pause(15);
          await matcher.publish(events[Math.floor(event.hostSeq / 2)] ?? event, event.hostSeq);
        }
      }
      await matcher.committed(events.length, hostId);
      const { cards } = playLog(events, { rules: RULES });
      expect(await cardsOf(hostId)).toEqual([...cards.values()].sort(byId));
      const letters = await rowsOf(matcher.db, 'select reason from dead_letters');
      expect(letters).toEqual([]);
    },
    60_000,
  );

  it('X-43 moves a guessed session with what an earlier batch told of it', async () => {
    const hostId = 'host-weak' as HostId;
    const at = (n: number, fact: Parameters<typeof placed>[0]) => ({ ...placed(fact, n), hostId });
    await matcher.say([
      at(1, opened('W', { card: 'card-of-W' })),
      at(2, hook('SessionStart', 'guest', { pid: 70 })),
      at(3, hook('UserPromptSubmit', 'guest', { pid: 70 })),
    ]);
    await matcher.restart();
    await matcher.say([at(4, hook('SessionStart', 'own', { terminal: 'W', pid: 80 }))]);
    const logs = await matcher.logs();
    const moved = logs.get(sessionIdAt({ hostId, hostSeq: 4 }))?.map(({ event, hostSeq }) => [event, hostSeq]);
    expect(moved).toEqual([
      ['opened', 2],
      ['linked', 2],
      ['hook', 2],
      ['hook', 3],
    ]);
    expect(logs.get('card-of-W')?.map(({ event }) => event)).toEqual([
      'opened',
      'linked',
      'hook',
      'hook',
      'unlinked',
      'linked',
      'hook',
    ]);
  });

  it('M-06 links by hand, once for a request id, and keeps it for a replay', async () => {
    const hostId = 'host-hand' as HostId;
    const at = (n: number, fact: Parameters<typeof placed>[0]) => ({ ...placed(fact, n), hostId });
    await matcher.say([
      at(1, opened('H', { card: 'card-of-H' })),
      at(2, hook('SessionStart', 'one', { terminal: 'H', pid: 90 })),
      at(3, hook('UserPromptSubmit', 'one', { terminal: 'H', pid: 90 })),
    ]);
    const ask = (requestId: string, more: object = {}) =>
      matcher.bus.request<{ sessionId: string }>(
        subjects.request('matcher', shardOf(hostId, SHARDS), 'relink'),
        { requestId, hostId, sessionId: 'card-of-H', to: null, by: 'Ada', ...more },
        { timeoutMs: 5_000 },
      );
    const first = await ask('r-1');
    expect(await ask('r-1')).toEqual(first);
    await matcher.say([at(4, hook('Stop', 'one', { terminal: 'H', pid: 90 }))]);
    const logs = await matcher.logs();
    expect(logs.get(first.sessionId)?.map(({ event, hostSeq }) => [event, hostSeq])).toEqual([
      ['opened', 2],
      ['linked', 2],
      ['hook', 2],
      ['hook', 3],
      ['hook', 4],
    ]);
    expect(logs.get('card-of-H')?.at(-1)).toMatchObject({ event: 'unlinked', data: { movedTo: first.sessionId } });
    expect(await matcher.db.transaction((tx) => relinksOf(tx, hostId))).toMatchObject([
      { afterSeq: 3, request: { requestId: 'r-1', by: 'Ada' } },
    ]);
    await expect(ask('r-2')).rejects.toMatchObject({ code: 'NOTHING_TO_MOVE', hint: expect.any(String) });
    await expect(ask('r-3', { sessionId: 'nobody' })).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
    await expect(ask('r-4', { to: 'card-of-W' })).rejects.toMatchObject({ code: 'OTHER_HOST' });
    await expect(ask('r-5', { to: 'not an id' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('F-9 the id after /clear is kept over a restart', async () => {
    const hostId = 'host-clear' as HostId;
    const at = (n: number, fact: Parameters<typeof placed>[0]) => ({ ...placed(fact, n), hostId });
    await matcher.say([
      at(1, hook('SessionStart', 'one', { pid: 10 })),
      at(2, hook('SessionEnd', 'one', { pid: 10, reason: 'clear' })),
      at(3, hook('SessionStart', 'two', { pid: 10, source: 'clear' })),
    ]);
    await matcher.restart();
    await matcher.say([at(4, hook('UserPromptSubmit', 'two', { pid: 10 }))]);
    expect(await cardsOf(hostId)).toMatchObject([
      { sessionId: sessionIdAt({ hostId, hostSeq: 1 }), current: 'two', aliases: ['one'], live: true },
    ]);
  });
});
