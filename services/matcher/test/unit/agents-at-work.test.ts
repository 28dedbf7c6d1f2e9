import { describe, it } from '@jest/globals';
import { cliState, closed, gone, hook, opened, playHost, process, type HostStep } from './host-steps.js';

const OF_A = 'card-of-A';
const OF_B = 'card-of-B';
const starts = (id: string, from: Parameters<typeof hook>[2] = {}) => hook('SessionStart', id, from);
const openA: HostStep = [opened('A'), { card: OF_A }];
const openB: HostStep = [opened('B'), { card: OF_B }];
const atWork: HostStep[] = [openA, [starts('one', { terminal: 'A', pid: 10 }), { card: OF_A, step: 'terminal-id' }]];

const stories: { title: string; steps: HostStep[] }[] = [
  {
    title: 'F-3 hooks that keep the old id after a newer one stay on the live card',
    steps: [
      ...atWork,
      [starts('two', { terminal: 'A', pid: 10 }), { card: OF_A, step: 'same-process' }],
      [hook('Stop', 'one', { terminal: 'A', pid: 10 }), { card: null, dropped: 'stale-id' }],
      [hook('UserPromptSubmit', 'one', { terminal: 'A', pid: 10 }), { card: OF_A, step: 'same-process' }],
      [hook('UserPromptSubmit', 'two', { terminal: 'A', pid: 10 }), { card: OF_A, step: 'same-process' }],
    ],
  },
  {
    title: 'F-4 an id that flips in the middle of a session re-keys its card',
    steps: [
      ...atWork,
      [hook('UserPromptSubmit', 'two', { terminal: 'A', pid: 10 }), { card: OF_A, step: 'same-process' }],
    ],
  },
  {
    title: 'F-6 a late end of the id before changes nothing and makes nothing',
    steps: [
      ...atWork,
      [starts('two', { terminal: 'A', pid: 10 }), { card: OF_A, step: 'same-process' }],
      [hook('SessionEnd', 'one', { terminal: 'A', pid: 10 }), { card: null, dropped: 'stale-id', facts: [] }],
      [hook('Stop', 'one'), { card: null, dropped: 'stale-id', facts: [] }],
      [hook('Stop', 'two', { terminal: 'A', pid: 10 }), { card: OF_A }],
    ],
  },
  {
    title: 'F-7 a fork’s end with its origin’s id ends only the fork',
    steps: [
      ...atWork,
      openB,
      [
        hook('SessionEnd', 'one', { terminal: 'B', reason: 'prompt_input_exit' }),
        { card: null, dropped: 'other-agent' },
      ],
      [hook('Stop', 'one', { terminal: 'A', pid: 10 }), { card: OF_A }],
    ],
  },
  {
    title: 'X-40 F-7 a fork takes its origin’s id for one hook, then has its own; the origin takes it back',
    steps: [
      ...atWork,
      openB,
      [starts('one', { terminal: 'B', pid: 20, source: 'resume' }), { card: OF_B, step: 'terminal-id' }],
      [hook('UserPromptSubmit', 'forked', { terminal: 'B', pid: 20 }), { card: OF_B, step: 'same-process' }],
      [hook('UserPromptSubmit', 'one', { terminal: 'A', pid: 10 }), { card: OF_A, step: 'terminal-id' }],
      [hook('SessionEnd', 'one', { terminal: 'B', pid: 20 }), { card: null, dropped: 'other-agent' }],
      [hook('SessionEnd', 'forked', { terminal: 'B', pid: 20 }), { card: OF_B }],
      [hook('Stop', 'one', { terminal: 'A', pid: 10 }), { card: OF_A }],
    ],
  },
  {
    title: 'F-7 outside terminals of ours the process tells a fork from its origin',
    steps: [
      [starts('one', { pid: 10 }), { card: 'new-1', step: 'external' }],
      [hook('SessionEnd', 'one', { pid: 20, reason: 'other' }), { card: null, dropped: 'other-agent' }],
      [hook('Stop', 'one', { pid: 10 }), { card: 'new-1' }],
    ],
  },
  {
    title: 'F-44 M-04 our own helper agents run headless: nothing of them is shown',
    steps: [
      ...atWork,
      [
        starts('helper', { terminal: 'A', pid: 50, more: { entrypoint: 'sdk-ts' } }),
        { card: null, dropped: 'headless' },
      ],
      [hook('Stop', 'helper', { more: { entrypoint: 'sdk-ts' } }), { card: null, dropped: 'headless' }],
    ],
  },
  {
    title: 'M-04 X-47 codex exec, by its entrypoint',
    steps: [
      [opened('A', { cli: 'codex' }), { card: OF_A }],
      [
        starts('one', { cli: 'codex', terminal: 'A', more: { entrypoint: 'codex_exec' } }),
        { card: null, dropped: 'headless' },
      ],
      [
        starts('two', { cli: 'codex', terminal: 'A', more: { entrypoint: 'exec' } }),
        { card: null, dropped: 'headless' },
      ],
    ],
  },
  {
    title: 'X-41 an agent that another one started in its terminal, at a tty of its own: a card of its own',
    steps: [
      ...atWork,
      [
        starts('nested', {
          terminal: 'A',
          pid: 30,
          more: { ancestors: [{ ...process(10), command: 'claude' }] },
        }),
        { card: 'new-3', step: 'external' },
      ],
      [hook('UserPromptSubmit', 'nested', { terminal: 'A', pid: 30 }), { card: 'new-3', facts: ['hook'] }],
      [hook('UserPromptSubmit', 'nested', { terminal: 'A' }), { card: 'new-3', facts: ['hook'] }],
      [hook('SessionEnd', 'nested', { terminal: 'A', pid: 30 }), { card: 'new-3' }],
    ],
  },
  {
    title: 'X-40 an external session that is resumed by hand in a terminal of ours moves to its card',
    steps: [
      [starts('one', { pid: 10 }), { card: 'new-1', step: 'external' }],
      [hook('SessionEnd', 'one', { pid: 10 }), { card: 'new-1' }],
      openA,
      [starts('one', { terminal: 'A', pid: 20, source: 'resume' }), { card: OF_A, step: 'terminal-id' }],
      [hook('Stop', 'one', { terminal: 'A', pid: 20 }), { card: OF_A }],
    ],
  },
  {
    title: 'F-13 names are no evidence: the same title or folder again makes no second card of a session',
    steps: [
      [starts('one', { pid: 10, session_title: 'a' }), { card: 'new-1', step: 'external' }],
      [hook('UserPromptSubmit', 'one', { pid: 10, session_title: 'b' }), { card: 'new-1', facts: ['hook'] }],
      [starts('one', { pid: 10, session_title: 'c' }), { card: 'new-1', facts: ['hook'] }],
    ],
  },
  {
    title: 'X-27 X-31 the CLI’s own word goes to the card that shows its conversation now, and makes none',
    steps: [
      ...atWork,
      [cliState('one'), { card: OF_A, facts: ['cli-state'] }],
      [cliState('nobody'), { card: null }],
      [starts('two', { terminal: 'A', pid: 10 }), { card: OF_A, step: 'same-process' }],
      [cliState('one'), { card: null, facts: [] }],
      [cliState('two'), { card: OF_A }],
    ],
  },
  {
    title: 'X-49 an agent outside is ended by its process alone',
    steps: [
      [starts('one', { pid: 10, terminal: 'elsewhere' }), { card: 'new-1', step: 'external' }],
      [closed('elsewhere'), { card: null }],
      [gone(10), { card: 'new-1', facts: ['process-gone'] }],
    ],
  },
];

describe('agents at work', () => {
  it.each(stories)('$title', ({ steps }) => void playHost(steps));
});
