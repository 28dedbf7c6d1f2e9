import { describe, it } from '@jest/globals';
import { cliState, gone, hook, opened, playHost, process, scanned, type HostStep } from './host-steps.js';

const OF_A = 'card-of-A';
const starts = (id: string, from: Parameters<typeof hook>[2] = {}) => hook('SessionStart', id, from);
const above = (...pids: number[]) => pids.map((pid) => ({ ...process(pid), command: 'sh' }));
const here = { facts: [] as string[] };

const stories: { title: string; steps: HostStep[] }[] = [
  {
    title: 'M-03 a process without a card gets an external one, labelled with where it runs, and only one',
    steps: [
      [scanned({ pid: 10, termProgram: 'tmux' }), { card: 'new-1', facts: ['opened'], originLabel: 'tmux' }],
      [scanned({ pid: 10, termProgram: 'tmux' }), here],
      [scanned({ pid: 10 }, { pid: 20 }), { card: 'new-3-1', facts: ['opened'] }],
      [scanned({ pid: 10 }, { pid: 20 }), here],
    ],
  },
  {
    title: 'M-03 one whose conversation the CLI’s own files name is linked to it',
    steps: [
      [
        scanned({ pid: 10, cliSessionId: 'one' as never }),
        { card: 'new-1', step: 'scan', facts: ['opened', 'linked'] },
      ],
      [hook('UserPromptSubmit', 'one', { pid: 10 }), { card: 'new-1', facts: ['hook'] }],
      [starts('two', { pid: 10 }), { card: 'new-1', step: 'same-process' }],
    ],
  },
  {
    title: 'M-03 its conversation may be known only later',
    steps: [
      [scanned({ pid: 10 }), { card: 'new-1', facts: ['opened'] }],
      [scanned({ pid: 10, cliSessionId: 'one' as never }), { card: 'new-1', step: 'scan', facts: ['linked'] }],
      [scanned({ pid: 10, cliSessionId: 'one' as never }), here],
    ],
  },
  {
    title: 'M-03 a later hook of the same process takes the card, never a second one',
    steps: [
      [scanned({ pid: 10 }, { pid: 20 }), { facts: ['opened', 'opened'] }],
      [starts('one', { pid: 20 }), { card: 'new-1-1', step: 'same-process', facts: ['linked', 'hook'] }],
      [scanned({ pid: 10 }, { pid: 20 }), here],
    ],
  },
  {
    title: 'M-03 an agent that was seen before its launcher had started it has the launcher’s card',
    steps: [
      [scanned({ pid: 10, cli: 'codex', under: [5] }), { card: 'new-1', facts: ['opened'] }],
      [scanned({ pid: 11, cli: 'codex', under: [10, 5] }), { card: 'new-1', facts: ['process-seen'] }],
      [
        scanned({ pid: 11, cli: 'codex', under: [10, 5], cliSessionId: 'one' as never }),
        { card: 'new-1', step: 'scan', facts: ['linked'] },
      ],
      [gone(10), here],
      [gone(11), { card: 'new-1', facts: ['process-gone'] }],
    ],
  },
  {
    title: 'M-03 the same when its conversation is known at once',
    steps: [
      [scanned({ pid: 10, cli: 'codex', under: [5] }), { card: 'new-1', facts: ['opened'] }],
      [
        scanned({ pid: 11, cli: 'codex', under: [10, 5], cliSessionId: 'one' as never }),
        { card: 'new-1', step: 'scan', facts: ['linked'] },
      ],
      [gone(11), { card: 'new-1', facts: ['process-gone'] }],
    ],
  },
  {
    title: 'M-03 and when its hook comes before the next look',
    steps: [
      [scanned({ pid: 10, under: [5] }), { card: 'new-1', facts: ['opened'] }],
      [starts('one', { pid: 11, more: { ancestors: above(12, 11, 10, 5) } }), { card: 'new-1', step: 'same-process' }],
      [scanned({ pid: 11, under: [10, 5] }), here],
    ],
  },
  {
    title: 'M-03 an agent that is there beside the one that started it has a card of its own',
    steps: [
      [scanned({ pid: 10, under: [5] }), { card: 'new-1', facts: ['opened'] }],
      [scanned({ pid: 10, under: [5] }, { pid: 11, under: [10, 5] }), { card: 'new-2-1', facts: ['opened'] }],
    ],
  },
  {
    title: 'X-49 a hook without a process id takes the only card-less process of that CLI in that folder',
    steps: [
      [
        scanned({ pid: 10 }, { pid: 20, folder: '/else' }, { pid: 30, cli: 'codex' }),
        { facts: ['opened', 'opened', 'opened'] },
      ],
      [starts('one'), { card: 'new-1', step: 'scan', facts: ['linked', 'hook'] }],
      [gone(10), { card: 'new-1', facts: ['process-gone'] }],
    ],
  },
  {
    title: 'X-49 of two it takes neither',
    steps: [
      [scanned({ pid: 10 }, { pid: 20 }), { facts: ['opened', 'opened'] }],
      [starts('one'), { card: 'new-2', step: 'external' }],
    ],
  },
  {
    title: 'X-49 the other way round: a card that a hook made takes the only card-less process',
    steps: [
      [starts('one'), { card: 'new-1', step: 'external' }],
      [scanned({ pid: 10 }, { pid: 20, folder: '/else' }), { told: ['new-1: process-seen', 'new-2-1: opened'] }],
      [scanned({ pid: 10 }, { pid: 20, folder: '/else' }), here],
      [starts('two', { pid: 10 }), { card: 'new-1', step: 'same-process' }],
    ],
  },
  {
    title: 'X-49 two such processes and one such card: no second card for either',
    steps: [
      [starts('one'), { card: 'new-1', step: 'external' }],
      [scanned({ pid: 10 }, { pid: 20 }), here],
      [hook('Stop', 'one', { pid: 20 }), { card: 'new-1' }],
      [scanned({ pid: 10 }, { pid: 20 }), { card: 'new-4', facts: ['opened'] }],
    ],
  },
  {
    title: 'X-49 a card that a hook made is found by its conversation',
    steps: [
      [starts('one'), { card: 'new-1', step: 'external' }],
      [starts('two'), { card: 'new-2', step: 'external' }],
      [scanned({ pid: 10, cliSessionId: 'two' as never }), { told: ['new-2: process-seen'] }],
      [starts('three', { pid: 10 }), { card: 'new-2', step: 'same-process' }],
    ],
  },
  {
    title: 'M-03 what runs below one of our terminals’ shells has its card there',
    steps: [
      [opened('A', { shell: 100 }), { card: OF_A }],
      [scanned({ pid: 10, under: [50, 100] }, { pid: 11, under: [51, 100] }), here],
    ],
  },
  {
    title: 'M-01 (6) without hooks a scan tells which conversation a terminal’s agent has, and when it has another one',
    steps: [
      [opened('A', { cli: 'codex', shell: 100 }), { card: OF_A }],
      [
        scanned({ pid: 10, cli: 'codex', cliSessionId: 'one' as never, under: [100] }),
        { card: OF_A, step: 'process-parent', facts: ['linked'] },
      ],
      [cliState('one'), { card: OF_A, facts: ['cli-state'] }],
      [
        scanned({ pid: 10, cli: 'codex', cliSessionId: 'two' as never, under: [100] }),
        { card: OF_A, step: 'same-process', facts: ['linked'] },
      ],
      [cliState('one'), { card: null }],
      [hook('UserPromptSubmit', 'two', { cli: 'codex', terminal: 'A', pid: 10 }), { card: OF_A, facts: ['hook'] }],
      [scanned({ pid: 10, cli: 'codex', cliSessionId: 'three' as never, under: [100] }), here],
      [scanned({ pid: 10, cli: 'codex', cliSessionId: 'one' as never, under: [100] }), here],
    ],
  },
  {
    title: 'X-45 the id that was chosen for the terminal is its launch, also where a scan comes before the first hook',
    steps: [
      [opened('A', { chosen: 'one', shell: 100 }), { card: OF_A }],
      [scanned({ pid: 10, cliSessionId: 'one' as never, under: [100] }), { card: OF_A, step: 'launch' }],
      [starts('one', { terminal: 'A', pid: 10 }), { card: OF_A, facts: ['hook'] }],
    ],
  },
  {
    title: 'M-01 (6) an agent that another one of the list has started is not the terminal’s',
    steps: [
      [opened('A', { shell: 100 }), { card: OF_A }],
      [scanned({ pid: 20, cliSessionId: 'inner' as never, under: [10, 100] }, { pid: 10, under: [100] }), here],
    ],
  },
  {
    title: 'M-03 an agent that is leaving gets no second card',
    steps: [
      [starts('one', { pid: 10 }), { card: 'new-1', step: 'external' }],
      [hook('SessionEnd', 'one', { pid: 10, reason: 'prompt_input_exit' }), { card: 'new-1' }],
      [scanned({ pid: 10 }), here],
      [scanned({ pid: 10, cliSessionId: 'one' as never }), here],
      [gone(10), { card: null }],
    ],
  },
  {
    title: 'M-03 X-49 a process that is gone ends its card; the same conversation in a new process is a new card',
    steps: [
      [scanned({ pid: 10, cliSessionId: 'one' as never }), { card: 'new-1', step: 'scan' }],
      [gone(10), { card: 'new-1', facts: ['process-gone'] }],
      [scanned({ pid: 20, cliSessionId: 'one' as never }), { card: 'new-3', step: 'scan' }],
      [hook('Stop', 'one', { pid: 20 }), { card: 'new-3' }],
    ],
  },
  {
    title: 'M-04 X-42 a scan never claims a terminal by folder',
    steps: [
      [opened('A'), { card: OF_A }, 0],
      [scanned({ pid: 10 }), { card: 'new-2', facts: ['opened'] }, 1],
    ],
  },
  {
    title: 'M-03 a process that shows up in a terminal of ours after all leaves the card that a scan made',
    steps: [
      [opened('A', { chosen: 'one' }), { card: OF_A }],
      [scanned({ pid: 10 }), { card: 'new-2', facts: ['opened'] }],
      [
        starts('one', { terminal: 'A', pid: 10, more: { ancestors: [{ ...process(10), command: 'claude' }] } }),
        { card: OF_A, step: 'launch', told: ['new-2: process-gone', `${OF_A}: linked`, `${OF_A}: hook`] },
      ],
      [scanned({ pid: 10 }), here],
    ],
  },
];

describe('a look at all processes', () => {
  it.each(stories)('$title', ({ steps }) => void playHost(steps));
});
