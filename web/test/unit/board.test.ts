import { describe, expect, it } from '@jest/globals';
import { boardLines, lineOfStop, step, stopsOf } from '../../src/features/live/board-lines.js';
import { countEach, textFilter } from '../../src/features/live/filters.js';
import { groupSessions } from '../../src/features/live/group-sessions.js';
import { namesakes } from '../../src/features/live/titles.js';
import { session } from './sessions.js';

const name = (id: string): string => `name of ${id}`;
const ids = (sessions: readonly { id: string }[]): string[] => sessions.map(({ id }) => id);
const NO_FOLDS = { folds: {}, columns: 0 };

describe('the order of the board', () => {
  it('has what needs a person first, then what moves, then your turn, then what rests, ended last', () => {
    const statuses = ['ended', 'idle', 'waiting', 'connecting', 'prompting', 'working', 'input'] as const;
    const [group] = groupSessions(
      statuses.map((status) => session(status, { status })),
      'room',
      name,
    );
    expect(ids(group?.sessions ?? [])).toEqual([...statuses].reverse());
  });

  it('keeps a row that works in its place at each of its hooks', () => {
    const quiet = session('quiet', { status: 'working', created: 1, since: 1 });
    const busy = (since: number) => session('busy', { status: 'working', created: 0, since });
    const order = (since: number) => ids(groupSessions([busy(since), quiet], 'room', name)[0]?.sessions ?? []);
    expect(order(50)).toEqual(order(0));
  });

  it('O-03 has pinned sessions first', () => {
    const sessions = [session('asks', { status: 'approval' }), session('pinned', { pinned: true })];
    expect(ids(groupSessions(sessions, 'room', name)[0]?.sessions ?? [])).toEqual(['pinned', 'asks']);
  });

  it('G-01 puts members behind their leader, also where they sort apart', () => {
    const agentTeam = { leaderId: 'leader', memberIds: ['member'] };
    const sessions = [
      session('other', { status: 'working' }),
      session('member', { status: 'ended', agentTeam }),
      session('leader', { status: 'approval', agentTeam }),
    ];
    expect(ids(groupSessions(sessions, 'room', name)[0]?.sessions ?? [])).toEqual(['leader', 'member', 'other']);
  });

  it('leaves a member whose leader is elsewhere among the others', () => {
    const agentTeam = { leaderId: 'elsewhere', memberIds: ['member'] };
    const groups = groupSessions([session('member', { agentTeam })], 'room', name);
    expect(boardLines(groups, NO_FOLDS)).toContainEqual({ kind: 'row', id: 'member', member: null, position: 1 });
  });
});

describe('groups', () => {
  it('O-02 are rooms by name, those without a room last', () => {
    const sessions = [session('a'), session('b', { room: 'Zoo' }), session('c', { room: 'Ark' })];
    expect(groupSessions(sessions, 'room', name).map(({ title }) => title)).toEqual(['Ark', 'Zoo', 'No room']);
  });

  it('are hosts by their names, and statuses in the order of attention', () => {
    const sessions = [session('a', { status: 'ended' }), session('b', { status: 'approval' })];
    expect(groupSessions(sessions, 'host', name).map(({ title }) => title)).toEqual(['name of host']);
    expect(groupSessions(sessions, 'status', name).map(({ title }) => title)).toEqual(['Approval', 'Ended']);
  });
});

describe('the lines that are windowed', () => {
  const groups = groupSessions(
    [session('a', { room: 'R', created: 3 }), session('b', { room: 'R', created: 2 }), session('c')],
    'room',
    name,
  );

  it('are heads and rows in one list, with positions over all groups', () => {
    expect(boardLines(groups, NO_FOLDS)).toEqual([
      { kind: 'group', key: 'R', title: 'R', count: 2, folded: false },
      { kind: 'row', id: 'a', member: null, position: 1 },
      { kind: 'row', id: 'b', member: null, position: 2 },
      { kind: 'group', key: '', title: 'No room', count: 1, folded: false },
      { kind: 'row', id: 'c', member: null, position: 3 },
    ]);
  });

  it('leave out what is folded, and count on behind it', () => {
    const lines = boardLines(groups, { folds: { R: true }, columns: 0 });
    expect(stopsOf(lines)).toEqual(['group:R', 'group:', 'c']);
    expect(lines.at(-1)).toMatchObject({ position: 3 });
  });

  it('fold a group of more than 500 by themselves, but not the only one', () => {
    const many = Array.from({ length: 501 }, (_, index) => session(`s${index}`, { room: 'Big' }));
    const folded = (sessions: typeof many) =>
      boardLines(groupSessions(sessions, 'room', name), NO_FOLDS)[0] as { folded: boolean };
    expect(folded([...many, session('other')]).folded).toBe(true);
    expect(folded(many).folded).toBe(false);
  });

  it('hold as many cards as stand side by side', () => {
    const lines = boardLines(groups, { folds: {}, columns: 2 });
    expect(lines[1]).toEqual({ kind: 'cards', ids: ['a', 'b'], columns: 2, last: true, position: 1 });
    expect(lineOfStop(lines, 'b')).toBe(1);
  });
});

describe('the cursor', () => {
  const stops = ['group:', 'a', 'b'];
  it.each([
    { from: null, by: 1, to: 'a' },
    { from: null, by: -1, to: 'b' },
    { from: 'a', by: 1, to: 'b' },
    { from: 'b', by: 1, to: 'b' },
    { from: 'a', by: -1, to: 'group:' },
    { from: 'gone', by: 1, to: 'a' },
  ] as const)('goes from $from by $by to $to', ({ from, by, to }) => expect(step(stops, from, by)).toBe(to));

  it('has nowhere to go on an empty board', () => expect(step([], null, 1)).toBeNull());
});

describe('filters', () => {
  it('count each session under all that it belongs to', () => {
    const sessions = [
      session('a', { status: 'approval' }),
      session('b', { status: 'prompting' }),
      session('c', { status: 'ended', lifecycle: 'failed' }),
    ];
    expect(Object.fromEntries(countEach(sessions))).toEqual({
      all: 3,
      needs: 2,
      working: 1,
      waiting: 0,
      idle: 0,
      ended: 1,
    });
  });

  it('find a card by words of its title, folder, room, host and what it is at, without case', () => {
    const card = session('a', {
      title: 'Fix Retry',
      room: 'Checkout',
      now: { kind: 'tool', tool: 'Bash', text: 'npm' },
    });
    for (const text of ['retry', 'RETRY checkout', 'npm bash', '/src/app', 'name of host', '  ']) {
      expect([text, textFilter(text, name)(card)]).toEqual([text, true]);
    }
    expect(textFilter('retry elsewhere', name)(card)).toBe(false);
  });
});

it('tells apart sessions that share a title', () => {
  const sessions = [session('a', { title: 'x' }), session('b', { title: 'y' }), session('c', { title: 'x' })];
  expect([...namesakes(sessions)]).toEqual(['a', 'c']);
});
