import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { STANDARD_TIMERS } from '@pitwall/contracts';
import { cardOf } from '../../src/core/card-of.js';
import { nextDeadlineT } from '../../src/core/deadlines.js';
import { reduce } from '../../src/core/reduce.js';
import type { Session } from '../../src/core/session.js';
import { answerCheck } from './answer-check.js';
import { SHOWN } from './story.js';
import { beginning, eventOf, turnStories, type Placed } from './turn-stories.js';

/** Fixed, so that a failure comes again; and one of the day, so that more is found over time. */
const SEEDS = [20_261_201, Math.floor(Date.now() / 86_400_000)];

const fold = (log: readonly Placed[]): Session =>
  log.reduce((session, placed) => reduce(session, eventOf(placed), STANDARD_TIMERS).state, beginning());

/** What people see and what is still to come; without counters, and without when something was heard last. */
const shown = (session: Session) => {
  const card = cardOf({ ...session, revision: 1 }, SHOWN);
  const { status, subagents, runs, requests, queue, cliSessionId } = card;
  const calls = session.calls.map(({ id, flag, dueT, beganT }) => ({ id, flag, dueT, beganT }));
  return {
    ...{ status, runs, queue, cliSessionId },
    base: session.base,
    subagents: subagents.map(({ id, status: state, toolCount }) => ({ id, state, toolCount })).sort(byId),
    requests: requests.map(({ tool, subagentId }) => `${tool} ${subagentId}`).sort(),
    calls: calls.sort(byId),
  };
};
const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

const nameOf = ({ what }: Placed): string => (what.event === 'hook' ? what.data.payload.hook_event_name : what.event);

/**
 * Some events come behind up to three later ones. Not a dialog before the call that it is about, which the host's own
 * order excludes too, and not the CLI's state before what led to it.
 */
function delivered(log: readonly Placed[], late: readonly number[]): Placed[] {
  let barrier = 0;
  let before = 0;
  const places = log.map((placed, i) => {
    const own = i + (late[i % late.length] ?? 0);
    const waits = nameOf(placed) === 'cli-state' ? before : nameOf(placed) === 'PermissionRequest' ? barrier : 0;
    const place = Math.max(own, waits) + i / 1e6;
    barrier = place;
    before = Math.max(before, place);
    return { placed, place };
  });
  return places.sort((a, b) => a.place - b.place).map(({ placed }) => placed);
}

const delays = fc.array(fc.constantFrom(0, 0, 0, 1.5, 2.5, 3.5), { minLength: 7, maxLength: 7 });

/** Left alone with a host that answers each check: no children, and the CLI says nothing. */
function leftAlone(from: Session, seq: number): Session {
  let session = from;
  for (let n = 0; n < 200; n++) {
    const due = nextDeadlineT(session, STANDARD_TIMERS);
    if (due === null || session.calls.some((call) => call.flag === 'reported')) break;
    const { data } = answerCheck(session, due, (_call, t) => ({ alive: false, t }));
    const what = { event: 'checked' as const, data };
    session = reduce(session, eventOf({ what, seq: seq + n, t: due }), STANDARD_TIMERS).state;
  }
  return session;
}

describe.each(SEEDS)('whatever is late, doubled or lost (seed %i)', (seed) => {
  const options = { seed, numRuns: 100 };

  it('S-11 X-02 events that are overtaken by later ones come to the same state', () => {
    fc.assert(
      fc.property(turnStories, delays, (log, late) => {
        expect(shown(fold(delivered(log, late)))).toEqual(shown(fold(log)));
      }),
      options,
    );
  });

  it('X-03 events that two to five installs of the hooks report come to the same state', () => {
    fc.assert(
      fc.property(
        turnStories,
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 5, maxLength: 5 }),
        (log, times) => {
          const doubled = log.flatMap((placed, i) =>
            // Only hooks are doubled; another install's come a millisecond later, with places of their own.
            Array.from({ length: placed.what.event === 'hook' ? (times[i % 5] ?? 1) : 1 }, (_, n) => ({
              ...placed,
              seq: placed.seq * 10 + n,
              t: placed.t + n / 10,
            })),
          );
          const once = log.map((placed) => ({ ...placed, seq: placed.seq * 10 }));
          const state = (all: Placed[]) => {
            const { calls, ...rest } = shown(fold(all));
            return { ...rest, calls: calls.map(({ id, flag }) => `${id} ${flag}`) };
          };
          expect(state(doubled)).toEqual(state(once));
        },
      ),
      options,
    );
  });

  it('S-04 … S-08 with one to ten in a hundred lost, it still comes to rest', () => {
    fc.assert(
      fc.property(
        turnStories,
        fc.array(fc.nat(99), { minLength: 30, maxLength: 30 }),
        fc.integer({ min: 1, max: 10 }),
        (log, dice, share) => {
          const kept = log.filter((_, i) => (dice[i % dice.length] ?? 99) >= share);
          const session = leftAlone(fold(kept), 10_000);
          const reported = session.calls.some((call) => call.flag === 'reported');
          expect(reported || ['idle', 'ended'].includes(session.status)).toBe(true);
        },
      ),
      options,
    );
  });

  it('X-27 a dialog that the CLI reported is left as soon as the CLI says that it rests', () => {
    fc.assert(
      fc.property(turnStories, (log) => {
        const session = fold(log);
        const last = log.at(-1) as Placed;
        const main = session.calls.filter((call) => call.agentId === null);
        if (!main.some((call) => call.flag === 'reported')) return;
        const what = {
          event: 'cli-state' as const,
          data: {
            ...{ cliSessionId: '72c17e49-e44e-468a-ab4a-d7139174b329' as never, state: 'idle' as const },
            ...{
              sinceT: last.t + 1,
              cli: 'claude' as const,
              process: null,
              source: 'session-file' as const,
              detail: null,
            },
          },
        };
        const after = reduce(session, eventOf({ what, seq: last.seq + 1, t: last.t + 2 }), STANDARD_TIMERS).state;
        expect(after.calls.filter((call) => call.agentId === null)).toEqual([]);
        expect(after.status === 'ended' || leftAlone(after, 10_000).status !== 'working').toBe(true);
      }),
      options,
    );
  });
});
