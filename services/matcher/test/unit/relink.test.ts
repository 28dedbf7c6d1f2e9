import { describe, expect, it } from '@jest/globals';
import type { HostFact, SessionId } from '@pitwall/contracts';
import { relink, type RelinkOrder } from '../../src/core/relink.js';
import { route } from '../../src/core/route.js';
import { RULES, blankHost, hook, opened, placed, scanned } from './host-steps.js';

const OF_A = 'card-of-A';
const OF_B = 'card-of-B';
const ROOM = 'room';
const starts = (id: string, from: Parameters<typeof hook>[2] = {}) => hook('SessionStart', id, from);

/** A host that has told this, and a person who links by hand. */
function hostAfter(...facts: HostFact[]) {
  const host = blankHost();
  let n = 0;
  const say = (fact: HostFact) => {
    n += 1;
    const event = placed(fact, n);
    return host.apply(route(host, event, RULES), event);
  };
  facts.forEach(say);
  const link = (sessionId: string, to: string | null, room = ROOM) => {
    const place = { hostSeq: n, at: n * 1_000, t: n * 1_000 };
    const order = { sessionId, to, by: 'Ada' } as RelinkOrder;
    const moved = relink(host, order, { place, newSessionId: room as SessionId });
    return { shownBy: moved.shownBy, log: host.apply(moved, place) };
  };
  /** The card that a fact goes to, and whether it is linked anew. */
  const goesTo = (fact: HostFact) => {
    const log = say(fact);
    return [log.at(-1)?.sessionId, log.some((one) => one.fact.event === 'linked') ? 'linked' : 'known'];
  };
  return { host, link, say, goesTo, card: (id: string) => host.card(id as SessionId) };
}

const atWork = [
  opened('A'),
  starts('one', { terminal: 'A', pid: 10 }),
  hook('UserPromptSubmit', 'one', { terminal: 'A', pid: 10 }),
];

describe('M-06 linking by hand', () => {
  it('moves the conversation with its state to the card that was named', () => {
    const { link, card } = hostAfter(...atWork, opened('B'));
    const { shownBy, log } = link(OF_A, OF_B);
    expect(shownBy).toBe(OF_B);
    expect(log.map(({ sessionId, fact, place }) => [sessionId, fact.event, place.hostSeq])).toEqual([
      [OF_A, 'unlinked', 4],
      [OF_B, 'linked', 2],
      [OF_B, 'hook', 2],
      [OF_B, 'hook', 3],
    ]);
    expect(log[1]?.fact.data).toMatchObject({ step: 'manual', evidence: `by Ada, from card ${OF_A}` });
    expect(card(OF_A)).toMatchObject({ current: null, live: false, aliases: [] });
    expect(card(OF_B)).toMatchObject({ current: 'one', live: true, step: 'manual', process: { pid: 10 } });
  });

  it('to no card: the conversation gets one of its own', () => {
    const { link, card } = hostAfter(...atWork);
    const { shownBy, log } = link(OF_A, null);
    expect(shownBy).toBe(ROOM);
    expect(log.map(({ sessionId, fact }) => [sessionId, fact.event])).toEqual([
      [OF_A, 'unlinked'],
      [ROOM, 'opened'],
      [ROOM, 'linked'],
      [ROOM, 'hook'],
      [ROOM, 'hook'],
    ]);
    expect(card(ROOM)).toMatchObject({ current: 'one', terminalId: null });
  });

  it('wins over the terminal’s evidence until the agent changes its id, which then stays by its process (X-40)', () => {
    const { link, goesTo } = hostAfter(...atWork);
    link(OF_A, null);
    expect(goesTo(hook('PreToolUse', 'one', { terminal: 'A', pid: 10 }))).toEqual([ROOM, 'known']);
    expect(goesTo(hook('SessionEnd', 'one', { terminal: 'A', pid: 10, reason: 'clear' }))).toEqual([ROOM, 'known']);
    expect(goesTo(starts('two', { terminal: 'A', pid: 10 }))).toEqual([ROOM, 'linked']);
    expect(goesTo(hook('UserPromptSubmit', 'two', { terminal: 'A', pid: 10 }))).toEqual([ROOM, 'known']);
    expect(goesTo(hook('UserPromptSubmit', 'two', { terminal: 'A' }))).toEqual([ROOM, 'known']);
  });

  it('leaves the terminal to the next session that names it', () => {
    const { link, goesTo } = hostAfter(...atWork);
    link(OF_A, null);
    expect(goesTo(starts('next', { terminal: 'A', pid: 20 }))).toEqual([OF_A, 'linked']);
    expect(goesTo(hook('Stop', 'one', { terminal: 'A', pid: 10 }))).toEqual([ROOM, 'known']);
  });

  it('makes room: a live conversation of the target gets a card of its own first', () => {
    const { link, card } = hostAfter(...atWork, starts('two', { pid: 20 }));
    const { log } = link('new-4', OF_A);
    expect(log.map(({ sessionId, fact }) => `${sessionId} ${fact.event}`)).toEqual([
      `${OF_A} unlinked`,
      `${ROOM} opened`,
      `${ROOM} linked`,
      `${ROOM} hook`,
      `${ROOM} hook`,
      'new-4 unlinked',
      `${OF_A} linked`,
      `${OF_A} hook`,
    ]);
    expect([card(ROOM)?.current, card(OF_A)?.current, card('new-4')?.current]).toEqual(['one', 'two', null]);
  });

  it('an ended conversation of the target stays there as its past', () => {
    const ended = hook('SessionEnd', 'one', { terminal: 'A', pid: 10, reason: 'other' });
    const { link, card } = hostAfter(...atWork, ended, starts('two', { pid: 20 }));
    expect(link('new-5', OF_A).log[0]?.fact.event).toBe('unlinked');
    expect(card(OF_A)).toMatchObject({ current: 'two', aliases: ['one'] });
  });

  it('and back again leaves the same rows, but for the step and the numbers', () => {
    const { link, card } = hostAfter(...atWork);
    const before = card(OF_A);
    link(OF_A, null);
    link(ROOM, OF_A, 'room-2');
    const kept = (one: typeof before) => [
      one?.current,
      one?.aliases,
      one?.process,
      one?.live,
      one?.goesOn,
      one?.terminalId,
    ];
    expect(kept(card(OF_A))).toEqual(kept(before));
  });

  it('takes a scanned process’s card for the conversation that runs there', () => {
    const { link, card } = hostAfter(starts('one'), scanned({ pid: 10, folder: '/else' }));
    link('new-1', 'new-2');
    expect(card('new-2')).toMatchObject({ current: 'one', process: { pid: 10 }, scanned: false });
  });

  it('takes a teammate’s and a leader’s place along', () => {
    const mate = starts('mate', { pid: 20, more: { parentSession: 'one' as never } });
    const { link, card } = hostAfter(...atWork, mate);
    link(OF_A, null);
    expect(card('new-4')?.member).toEqual({ leaderId: ROOM });
    expect(card(ROOM)?.team?.members).toMatchObject([{ sessionId: 'new-4' }]);
    expect(card(OF_A)?.team).toBeNull();
    const told = link('new-4', OF_A).log.filter(({ fact }) => fact.event === 'team-changed');
    expect(told.map(({ sessionId }) => sessionId)).toEqual([ROOM, OF_A, 'new-4']);
  });

  it.each<[string, string, string | null]>([
    ['SESSION_NOT_FOUND', 'nobody', null],
    ['SESSION_NOT_FOUND', OF_A, 'nobody'],
    ['SAME_CARD', OF_A, OF_A],
    ['NOTHING_TO_MOVE', OF_B, null],
    ['NOTHING_TO_MOVE', 'new-5', null],
    ['OTHER_CLI', OF_A, 'card-of-C'],
  ])('is refused with %s and a hint', (code, from, to) => {
    const { link } = hostAfter(...atWork, opened('B'), starts('two', { cwd: '/else' }), opened('C', { cli: 'codex' }));
    expect(() => link(from, to)).toThrow(expect.objectContaining({ code, hint: expect.any(String) }));
  });
});
