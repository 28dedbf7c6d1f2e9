import { describe, expect, it } from '@jest/globals';
import { checked, closed, gone, hook, opened, playHost, process, scanned, type HostStep } from './host-steps.js';

const OF_A = 'card-of-A';
const starts = (id: string, from: Parameters<typeof hook>[2] = {}) => hook('SessionStart', id, from);
const s = (seconds: number): number => seconds * 1_000;
const LEADER = 'leader01-of-them';

/** A leader in terminal A. */
const leads: HostStep[] = [
  [opened('A'), { card: OF_A }],
  [starts(LEADER, { terminal: 'A', pid: 10 }), { card: OF_A, step: 'terminal-id' }, s(1)],
];
const spawns: HostStep = [hook('SubagentStart', LEADER, { terminal: 'A', agent: 'x' }), { card: OF_A }, s(10)];
/** As spoken: who is a member, how, and when it ended. */
const rosters = (steps: HostStep[]): string[] => {
  const { log } = playHost(steps);
  return log.flatMap(({ sessionId, fact }) =>
    fact.event === 'team-changed'
      ? [
          `${sessionId}: ${fact.data.leaderId} <- ${fact.data.members
            .map(
              (one) => `${one.sessionId} ${one.linkedBy}${one.endedT === null ? '' : ` ended ${one.endedT / 1_000}`}`,
            )
            .join(', ')}`,
        ]
      : [],
  );
};
const toBoth = (leader: string, member: string, roster: string) => [
  `${leader}: ${leader} <- ${roster}`,
  `${member}: ${leader} <- ${roster}`,
];

describe('teams', () => {
  it.each<[string, HostStep]>([
    ['parent-session', [starts('mate', { pid: 20, more: { parentSession: LEADER as never } }), { card: 'new-3' }]],
    [
      'command-line',
      [
        starts('mate', {
          pid: 20,
          more: { ancestors: [{ ...process(20), command: `claude --agent-name m --parent-session-id ${LEADER}` }] },
        }),
        { card: 'new-3' },
      ],
    ],
    ['command-line', [scanned({ pid: 20, parentSession: LEADER as never }), { card: 'new-3' }]],
  ])('G-01 X-63 a teammate is linked to its leader by %s', (linkedBy, [fact]) => {
    expect(rosters([...leads, [fact, {}]])).toEqual(toBoth(OF_A, 'new-3', `new-3 ${linkedBy}`));
  });

  it('X-63 by the name of its team, which holds the beginning of the leader’s id', () => {
    const idle = (team: string): HostStep => [hook('TeammateIdle', 'mate', { pid: 20, team_name: team }), {}];
    const mate: HostStep = [starts('mate', { pid: 20, cwd: '/else' }), {}];
    expect(rosters([...leads, mate, idle('session-leader01')])).toEqual(toBoth(OF_A, 'new-3', 'new-3 team-name'));
    expect(rosters([...leads, mate, idle('session-leader02')])).toEqual([]);
    expect(rosters([...leads, [hook('TeammateIdle', LEADER, { team_name: 'session-leader01' }), {}]])).toEqual([]);
  });

  it('X-63 the command line of another process above it is not its own', () => {
    const child = starts('other', {
      pid: 30,
      cwd: '/else',
      more: { ancestors: [{ ...process(20), command: `claude --parent-session-id ${LEADER}` }] },
    });
    expect(rosters([...leads, [child, {}]])).toEqual([]);
  });

  it('G-01 by folder, within 10 s of a SubagentStart', () => {
    expect(rosters([...leads, spawns, [starts('mate', { pid: 20 }), {}, s(20)]])).toEqual(
      toBoth(OF_A, 'new-4', 'new-4 folder'),
    );
    expect(rosters([...leads, spawns, [starts('mate', { pid: 20 }), {}, s(20) + 1]])).toEqual([]);
    expect(rosters([...leads, spawns, [starts('mate', { pid: 20, cwd: '/else' }), {}, s(20)]])).toEqual([]);
  });

  it('X-63 by folder only for a SessionStart that makes a new external card, and with one candidate', () => {
    const known: HostStep = [starts('known', { pid: 20 }), {}, s(2)];
    expect(rosters([...leads, known, spawns, [starts('again', { pid: 20 }), {}, s(12)]])).toEqual([]);
    expect(rosters([...leads, spawns, [hook('UserPromptSubmit', 'mate', { pid: 20 }), {}, s(12)]])).toEqual([]);
    const another: HostStep[] = [
      [starts('second', { pid: 30 }), {}, s(9)],
      [hook('SubagentStart', 'second', { pid: 30, agent: 'y' }), {}, s(11)],
    ];
    expect(rosters([...leads, ...another, spawns, [starts('mate', { pid: 20 }), {}, s(12)]])).toEqual([]);
  });

  it('G-01 a leader that is known only later is found by the member’s next hook', () => {
    const mate = { pid: 20, more: { parentSession: LEADER as never } };
    expect(rosters([[starts('mate', mate), {}], ...leads, [hook('PreToolUse', 'mate', mate), {}]])).toEqual(
      toBoth(OF_A, 'new-1', 'new-1 parent-session'),
    );
  });

  const mate = (id: string, pid: number): HostStep => [
    starts(id, { pid, more: { parentSession: LEADER as never } }),
    {},
    s(20),
  ];
  it.each<[string, HostStep]>([
    ['SessionEnd', [hook('SessionEnd', 'mate', { pid: 20, reason: 'other' }), {}, s(30)]],
    ['its process is gone', [gone(20), {}, s(30)]],
    ['the host’s answer to a check', [checked('new-3', false), {}, s(30)]],
  ])('G-02 X-64 the roster says when a member ended: %s', (_, end) => {
    expect(rosters([...leads, mate('mate', 20), end]).slice(2)).toEqual(
      toBoth(OF_A, 'new-3', 'new-3 parent-session ended 30'),
    );
  });

  it('X-64 a member back at work has not ended', () => {
    const back: HostStep = [hook('UserPromptSubmit', 'mate', { pid: 20 }), {}, s(40)];
    const end: HostStep = [hook('SessionEnd', 'mate', { pid: 20, reason: 'other' }), {}, s(30)];
    expect(rosters([...leads, mate('mate', 20), end, back]).slice(4)).toEqual(
      toBoth(OF_A, 'new-3', 'new-3 parent-session'),
    );
  });

  it('G-01 /clear keeps a member’s card and its place in the team', () => {
    const clear: HostStep[] = [
      [hook('SessionEnd', 'mate', { pid: 20, reason: 'clear' }), { card: 'new-3' }, s(30)],
      [starts('mate 2', { pid: 20, source: 'clear' }), { card: 'new-3', step: 'same-process' }, s(31)],
      [hook('SessionEnd', 'mate 2', { pid: 20, reason: 'other' }), { card: 'new-3' }, s(40)],
    ];
    expect(rosters([...leads, mate('mate', 20), ...clear]).slice(2)).toEqual(
      toBoth(OF_A, 'new-3', 'new-3 parent-session ended 40'),
    );
  });

  it('G-01 every member is told of every change, also one in a terminal of ours that closes', () => {
    const inTerminal: HostStep[] = [
      [opened('B'), {}, s(20)],
      [starts('b', { terminal: 'B', pid: 30, more: { parentSession: LEADER as never } }), {}, s(21)],
    ];
    const told = rosters([...leads, mate('mate', 20), ...inTerminal, [closed('B'), {}, s(30)]]);
    const roster = 'new-3 parent-session, card-of-B parent-session';
    expect(told.slice(2, 5)).toEqual([
      `${OF_A}: ${OF_A} <- ${roster}`,
      `new-3: ${OF_A} <- ${roster}`,
      `card-of-B: ${OF_A} <- ${roster}`,
    ]);
    expect(told.slice(5)).toHaveLength(3);
    expect(told[5]).toBe(`${OF_A}: ${OF_A} <- ${roster} ended 30`);
  });

  it('G-02 after a team has gone the next member begins a new one', () => {
    const end: HostStep = [gone(20), {}, s(30)];
    const next = (t: number): HostStep => [
      starts('next', { pid: 30, more: { parentSession: LEADER as never } }),
      {},
      t,
    ];
    expect(rosters([...leads, mate('mate', 20), end, next(s(44))]).at(-1)).toMatch(/new-3 .* new-5 parent-session$/);
    expect(rosters([...leads, mate('mate', 20), end, next(s(45))]).at(-1)).toBe(
      `new-5: ${OF_A} <- new-5 parent-session`,
    );
  });
});
