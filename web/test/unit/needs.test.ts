import { describe, expect, it } from '@jest/globals';
import {
  LINGER_MS,
  announcementOf,
  lostHosts,
  needsOf,
  nextShown,
  openNeed,
  yourTurn,
  type ShownNeed,
} from '../../src/features/live/needs.js';
import { SETTLES_WITHIN_MS, waitToSay } from '../../src/features/live/use-announcement.js';
import { at, session } from './sessions.js';

const ids = (sessions: readonly { id: string }[]): string[] => sessions.map(({ id }) => id);
const open = (...names: string[]): ShownNeed[] => names.map((id) => ({ id, goneAt: null }));
const RESTED = { now: 0, rested: true };
const MOVING = { now: 0, rested: false };

describe('what calls a person', () => {
  const reason = { rule: 'A-02', event: 'no end of Read in time', at: at(1), guess: true, next: null };

  it('X-29 is not a guess about a CLI that reports its dialogs; it is shown all the same', () => {
    const quiet = session('quiet', { status: 'approval', statusReason: { ...reason, quiet: true } });
    const loud = session('loud', { status: 'approval', statusReason: { ...reason, quiet: false } });
    expect(announcementOf([quiet])).toBe('Nothing needs you.');
    expect(announcementOf([quiet, loud])).toBe('1 needs you: loud.');
    expect(ids(needsOf([quiet, loud]))).toEqual(['loud', 'quiet']);
  });

  it('F-20 is not a dialog that settles by itself within 50 ms: a text is read out once it has stood', () => {
    expect(waitToSay({ saidAt: 0, now: 1_000_000 })).toBe(SETTLES_WITHIN_MS);
    expect(SETTLES_WITHIN_MS).toBeGreaterThan(50);
    expect(waitToSay({ saidAt: 1_000_000, now: 1_001_000 })).toBe(4_000);
  });
});

describe('what needs a person', () => {
  it('U-03 is what blocks an agent, longest waiting first, then what failed', () => {
    const sessions = [
      session('failed', { status: 'ended', lifecycle: 'failed', since: 1 }),
      session('new', { status: 'approval', since: 9 }),
      session('old', { status: 'input', since: 2 }),
      session('works', { status: 'working' }),
      session('put away', { status: 'approval', archived: true }),
    ];
    expect(ids(needsOf(sessions))).toEqual(['old', 'new', 'failed']);
  });

  it('counts from the oldest open dialog, not from the newest change of its status', () => {
    const request = {
      id: 'r',
      kind: 'permission',
      tool: 'Bash',
      input: {},
      inputRef: null,
      always: null,
      answerable: true,
    };
    const asks = { ...request, askedAt: at(1), subagentId: null };
    const sessions = [
      session('later', { status: 'approval', since: 5 }),
      session('earlier', { status: 'approval', since: 8, requests: [{ ...asks, id: 's', askedAt: at(8) }, asks] }),
    ];
    expect(ids(needsOf(sessions))).toEqual(['earlier', 'later']);
  });

  it('is your turn where an agent waits, newest first', () => {
    const sessions = [session('old', { status: 'waiting', since: 1 }), session('new', { status: 'waiting', since: 2 })];
    expect(ids(yourTurn(sessions))).toEqual(['new', 'old']);
  });

  it('is a lost host only while something was under way there', () => {
    const host = {
      id: 'host',
      name: 'gpu',
      reachable: false,
      version: null,
      terminals: 0,
      waiting: 0,
      lastSeenAt: null,
    };
    expect(lostHosts([host], [session('a'), session('b', { status: 'ended' })])).toEqual([{ host, count: 1 }]);
    expect(lostHosts([host], [session('b', { status: 'ended' })])).toEqual([]);
    expect(lostHosts([{ ...host, reachable: true }], [session('a')])).toEqual([]);
  });
});

describe('nothing moves under the cursor', () => {
  it('adds a new need at the end, also where it would sort before others', () => {
    expect(ids(nextShown(open('b'), ['a', 'b'], MOVING))).toEqual(['b', 'a']);
  });

  it('sorts when the pointer rests', () => {
    expect(ids(nextShown(open('b', 'a'), ['a', 'b'], RESTED))).toEqual(['a', 'b']);
  });

  it('leaves a settled need for a moment, and as long as the pointer moves', () => {
    const settled = nextShown(open('a', 'b'), ['b'], RESTED);
    expect(settled).toEqual([
      { id: 'a', goneAt: 0 },
      { id: 'b', goneAt: null },
    ]);
    expect(ids(nextShown(settled, ['b'], { now: LINGER_MS - 1, rested: true }))).toEqual(['a', 'b']);
    expect(ids(nextShown(settled, ['b'], { now: LINGER_MS, rested: false }))).toEqual(['a', 'b']);
    expect(ids(nextShown(settled, ['b'], { now: LINGER_MS, rested: true }))).toEqual(['b']);
  });

  it('shows a need that came back as open again', () => {
    expect(nextShown([{ id: 'a', goneAt: 1 }], ['a'], MOVING)).toEqual(open('a'));
  });

  it('says the same when it is asked twice', () => {
    const once = nextShown(open('a', 'b'), ['c', 'b'], MOVING);
    expect(nextShown(once, ['c', 'b'], MOVING)).toEqual(once);
  });
});

describe('the open need', () => {
  const shown: ShownNeed[] = [{ id: 'a', goneAt: null }, { id: 'b', goneAt: 1 }, ...open('c')];
  it.each([
    { title: 'is the chosen one', chosen: 'c', is: 'c' },
    { title: 'is the next one once the chosen one is settled', chosen: 'b', is: 'c' },
    { title: 'is the first one where none was chosen', chosen: null, is: 'a' },
    { title: 'is the first one where the chosen one is gone', chosen: 'x', is: 'a' },
  ])('$title', ({ chosen, is }) => expect(openNeed(shown, chosen)).toBe(is));

  it('begins anew after the last one', () => {
    expect(openNeed([...open('a'), { id: 'b', goneAt: 1 }], 'b')).toBe('a');
  });
});

describe('what is read out', () => {
  it('is a count with titles', () => {
    expect(announcementOf([])).toBe('Nothing needs you.');
    expect(announcementOf([session('one')])).toBe('1 needs you: one.');
    expect(announcementOf(['a', 'b', 'c', 'd'].map((id) => session(id)))).toBe('4 need you: a, b, c, and 1 more.');
  });
});
