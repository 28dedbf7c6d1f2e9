import { describe, expect, it } from '@jest/globals';
import { gone, hook, opened, playHost, process, seen, type HostStep } from './host-steps.js';

const OF_A = 'card-of-A';
const OF_B = 'card-of-B';
const starts = (id: string, from: Parameters<typeof hook>[2] = {}) => hook('SessionStart', id, from);
const s = (seconds: number): number => seconds * 1_000;
const under = (...pids: number[]) => ({ ancestors: pids.map((pid) => ({ ...process(pid), command: 'sh' })) });
const openA: HostStep = [opened('A'), { card: OF_A }, 0];

const stories: { title: string; steps: HostStep[] }[] = [
  {
    title: 'M-01 (4) a SessionStart in the folder of a terminal of the last minute',
    steps: [openA, [starts('one'), { card: OF_A, step: 'folder', evidence: /folder \/repo of terminal A/ }, s(60)]],
  },
  {
    title: 'M-01 (4) not after a minute',
    steps: [openA, [starts('one'), { card: 'new-2', step: 'external' }, s(60) + 1]],
  },
  {
    title: 'M-07 a trailing slash is no difference; another folder is',
    steps: [
      [opened('A', { cwd: '/repo/' }), { card: OF_A }, 0],
      [starts('one', { cwd: '/repo/sub' }), { card: 'new-2', step: 'external' }, 1],
      [starts('two'), { card: OF_A, step: 'folder' }, 2],
    ],
  },
  {
    title: 'M-07 the hook’s own words don’t count where the host can’t tell the real path',
    steps: [openA, [starts('one', { more: { folder: null } }), { card: 'new-2', step: 'external' }]],
  },
  {
    title: 'M-07 a tie is not guessed',
    steps: [openA, [opened('B'), { card: OF_B }, 0], [starts('one'), { card: 'new-3', step: 'external' }]],
  },
  {
    title: 'M-07 the surest evidence wins: the ancestors decide a tie',
    steps: [
      [opened('A', { shell: 100 }), { card: OF_A }],
      [opened('B', { shell: 200 }), { card: OF_B }],
      [starts('one', { pid: 9, more: under(50, 200, 1) }), { card: OF_B, step: 'process-parent' }],
    ],
  },
  {
    title: 'X-45 another CLI is no candidate',
    steps: [openA, [starts('one', { cli: 'codex' }), { card: 'new-2', step: 'external' }]],
  },
  {
    title: 'X-45 a terminal that has had a session is no candidate, also when that one has ended',
    steps: [
      openA,
      [starts('one', { terminal: 'A', pid: 10 }), { card: OF_A, step: 'terminal-id' }, s(1)],
      [gone(10, 'A'), { card: OF_A }, s(2)],
      [starts('two'), { card: 'new-4', step: 'external' }, s(3)],
    ],
  },
  {
    title: 'X-45 a terminal whose agent is known to be another process is no candidate',
    steps: [
      openA,
      [seen('A', 10), { card: OF_A }, s(1)],
      [starts('one', { pid: 20 }), { card: 'new-3', step: 'external' }, s(2)],
      [starts('two', { pid: 10 }), { card: OF_A, step: 'folder' }, s(3)],
    ],
  },
  {
    title: 'M-01 (5) another first hook goes to the terminal that still connects',
    steps: [openA, [hook('UserPromptSubmit', 'one'), { card: OF_A, step: 'connecting-scan' }, s(30)]],
  },
  {
    title: 'M-01 (5) S-08 one that connects no more is no candidate',
    steps: [openA, [hook('UserPromptSubmit', 'one'), { card: 'new-2', step: 'external' }, s(30) + 1]],
  },
  {
    title: 'X-45 Codex starts with its first prompt: its terminal waits as long as it takes',
    steps: [
      [opened('A', { cli: 'codex' }), { card: OF_A }, 0],
      [starts('one', { cli: 'codex' }), { card: OF_A, step: 'connecting-scan' }, s(40_000)],
    ],
  },
  {
    title: 'X-46 Codex’s shared daemon reports the terminal of whoever started it: it is not believed',
    steps: [
      [opened('A', { cli: 'codex', cwd: '/one', shell: 100 }), { card: OF_A }],
      [opened('B', { cli: 'codex', cwd: '/two' }), { card: OF_B }],
      [
        starts('one', {
          cli: 'codex',
          cwd: '/two',
          terminal: 'A',
          pid: 70,
          more: {
            ancestors: [
              { ...process(60), command: 'codex app-server --listen' },
              { ...process(100), command: 'sh' },
            ],
          },
        }),
        { card: OF_B, step: 'folder' },
      ],
    ],
  },
  {
    title: 'M-01 (6) the agent’s process descends from a terminal’s shell, the nearest one',
    steps: [
      [opened('A', { shell: 100, cwd: '/a' }), { card: OF_A }, 0],
      [opened('B', { shell: 200, cwd: '/b' }), { card: OF_B }, 0],
      [
        starts('one', { pid: 9, cwd: '/c', more: under(50, 200, 100, 1) }),
        { card: OF_B, step: 'process-parent', evidence: /descendant of the shell 200 of terminal B/ },
        s(500),
      ],
    ],
  },
  {
    title: 'M-01 (6) a pid that is used again is another shell',
    steps: [
      [opened('A', { shell: 100 }), { card: OF_A }, 0],
      [
        starts('one', { cwd: '/c', more: { ancestors: [{ pid: 100, startTime: 'later', command: 'sh' }] } }),
        { card: 'new-2', step: 'external' },
      ],
    ],
  },
  {
    title: 'M-01 (6) a different live process below a terminal whose session lives gets a card of its own',
    steps: [
      [opened('A', { shell: 100 }), { card: OF_A }],
      [starts('one', { terminal: 'A', pid: 10 }), { card: OF_A, step: 'terminal-id' }],
      [starts('two', { pid: 20, more: under(100) }), { card: 'new-3', step: 'external' }],
    ],
  },
  {
    title: 'M-01 (7) below the shell of a terminal whose only session’s process is unknown: it takes the new id',
    steps: [
      [opened('A', { shell: 100 }), { card: OF_A }],
      [starts('one', { terminal: 'A' }), { card: OF_A, step: 'terminal-id' }],
      [starts('two', { pid: 20, more: under(100) }), { card: OF_A, step: 'adoption' }],
    ],
  },
  {
    title: 'X-42 a terminal id that is not ours: no folder guess',
    steps: [openA, [starts('one', { terminal: 'elsewhere' }), { card: 'new-2', step: 'external' }]],
  },
  {
    title: 'F-85 a wall clock that is off changes no window: only host time counts',
    steps: [openA, [starts('one'), { card: OF_A, step: 'folder' }, s(59)]],
  },
];

describe('a hook that names no terminal', () => {
  it.each(stories)('$title', ({ steps }) => void playHost(steps));

  it('X-43 the guessed session moves with its state when the terminal’s own one shows up', () => {
    const { log, host } = playHost([
      openA,
      [starts('guest', { pid: 70, more: { termProgram: 'vscode' } }), { card: OF_A, step: 'folder' }, s(1)],
      [hook('UserPromptSubmit', 'guest', { pid: 70 }), { card: OF_A }, s(2)],
      [
        starts('own', { terminal: 'A', pid: 10 }),
        {
          card: OF_A,
          step: 'terminal-id',
          originLabel: 'VS Code',
          told: [
            `${OF_A}: unlinked`,
            'new-4: opened',
            'new-4: linked',
            'new-4: hook',
            'new-4: hook',
            `${OF_A}: linked`,
            `${OF_A}: hook`,
          ],
        },
        s(3),
      ],
      [hook('Stop', 'guest', { pid: 70 }), { card: 'new-4' }, s(4)],
      [hook('Stop', 'own', { terminal: 'A', pid: 10 }), { card: OF_A }, s(5)],
      [hook('SessionEnd', 'guest', { pid: 70, reason: 'clear' }), { card: 'new-4' }, s(6)],
      [starts('guest 2', { pid: 70 }), { card: 'new-4', step: 'same-process' }, s(7)],
    ]);
    const moved = log.filter(({ sessionId }) => sessionId === 'new-4').slice(0, 4);
    expect(moved.map(({ place }) => [place.hostSeq, place.t])).toEqual([
      [2, s(1)],
      [2, s(1)],
      [2, s(1)],
      [3, s(2)],
    ]);
    expect(moved[1]?.fact).toMatchObject({ event: 'linked', data: { cliSessionId: 'guest', step: 'external' } });
    expect(host.card(OF_A as never)).toMatchObject({ current: 'own', aliases: [] });
  });

  it('X-43 a guessed session that names the terminal itself is no guess any more', () => {
    playHost([
      openA,
      [starts('one'), { card: OF_A, step: 'folder' }, s(1)],
      [hook('Stop', 'one', { terminal: 'A' }), { card: OF_A }, s(2)],
      [starts('two', { terminal: 'A' }), { card: OF_A, step: 'adoption' }, s(3)],
    ]);
  });

  it('X-43 the same agent with a new id stays, also where it was guessed', () => {
    playHost([
      openA,
      [starts('one', { pid: 10 }), { card: OF_A, step: 'folder' }, s(1)],
      [starts('two', { pid: 10, terminal: 'A' }), { card: OF_A, step: 'same-process' }, s(2)],
    ]);
  });

  it('X-43 a guessed session that changed its id moves with both', () => {
    const { log } = playHost([
      openA,
      [starts('one', { pid: 70 }), { card: OF_A, step: 'folder' }, s(1)],
      [starts('two', { pid: 70 }), { card: OF_A, step: 'same-process' }, s(2)],
      [starts('own', { terminal: 'A', pid: 10 }), { card: OF_A, step: 'terminal-id' }, s(3)],
      [hook('Stop', 'two', { pid: 70 }), { card: 'new-4' }, s(4)],
      [hook('Stop', 'one', { pid: 70 }), { card: null, dropped: 'stale-id' }, s(5)],
    ]);
    const unlinked = log.flatMap(({ fact }) => (fact.event === 'unlinked' ? [fact.data.cliSessionId] : []));
    expect(unlinked).toEqual(['one', 'two']);
  });
});
