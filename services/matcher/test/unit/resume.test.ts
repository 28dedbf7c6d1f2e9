import { describe, it } from '@jest/globals';
import { closed, hook, opened, playHost, resumeTyped, type HostStep } from './host-steps.js';

const OF_A = 'card-of-A';
const OF_B = 'card-of-B';
const starts = (id: string, from: Parameters<typeof hook>[2] = {}) => hook('SessionStart', id, from);
const s = (seconds: number): number => seconds * 1_000;

/** The session `one` of terminal A has ended, and its resume was typed there at 100 s. */
const resumed: HostStep[] = [
  [opened('A'), { card: OF_A }],
  [starts('one', { terminal: 'A', pid: 10 }), { card: OF_A, step: 'terminal-id' }],
  [hook('SessionEnd', 'one', { terminal: 'A', pid: 10, reason: 'prompt_input_exit' }), { card: OF_A }],
  [resumeTyped('A', OF_A, 'one'), { card: OF_A, facts: ['resume-typed'] }, s(100)],
];

const stories: { title: string; steps: HostStep[] }[] = [
  {
    title: 'M-01 (1) the next session of the terminal is linked to the card of the resume, with its old id',
    steps: [
      ...resumed,
      [
        starts('one', { terminal: 'A', pid: 20, source: 'resume' }),
        { card: OF_A, step: 'resume', evidence: /resume of one was typed into terminal A/, facts: ['linked', 'hook'] },
        s(103),
      ],
      [hook('UserPromptSubmit', 'one', { terminal: 'A', pid: 20 }), { card: OF_A, facts: ['hook'] }, s(104)],
    ],
  },
  {
    title: 'F-1 a resume that comes with a new id is still that card’s; the old id stays as an alias',
    steps: [
      ...resumed,
      [starts('new', { terminal: 'A', pid: 20, source: 'resume' }), { card: OF_A, step: 'resume' }, s(103)],
      [hook('SessionEnd', 'one', { terminal: 'A', pid: 20 }), { card: null, dropped: 'stale-id' }, s(104)],
      [hook('Stop', 'new', { terminal: 'A', pid: 20 }), { card: OF_A }, s(105)],
    ],
  },
  {
    title: 'M-01 (1) in a new terminal the session comes back to the card that it had',
    steps: [
      ...resumed.slice(0, 3),
      [closed('A'), { card: OF_A }],
      [opened('B', { card: OF_A }), { card: OF_A, facts: ['opened'] }, s(100)],
      [resumeTyped('B', OF_A, 'one'), { card: OF_A }, s(101)],
      [starts('two', { terminal: 'B', pid: 20 }), { card: OF_A, step: 'resume' }, s(103)],
      [hook('Stop', 'two', { terminal: 'B', pid: 20 }), { card: OF_A }, s(104)],
    ],
  },
  {
    title: 'M-01 (1) before anything else: also in a terminal that an agent of another process has left unnoticed',
    steps: [
      [opened('A'), { card: OF_A }],
      [starts('one', { terminal: 'A', pid: 10 }), { card: OF_A, step: 'terminal-id' }],
      [resumeTyped('A', OF_A, 'one'), { card: OF_A }, s(100)],
      [starts('two', { terminal: 'A', pid: 20 }), { card: OF_A, step: 'resume' }, s(101)],
    ],
  },
  {
    title: 'M-01 (1) the resumed id leaves the card that showed it meanwhile (X-40)',
    steps: [
      ...resumed,
      [starts('one', { pid: 30 }), { card: OF_A, facts: ['hook'] }, s(101)],
      [opened('B'), { card: OF_B }, s(102)],
      [resumeTyped('B', OF_B, 'one'), { card: OF_B }, s(103)],
      [starts('one', { terminal: 'B', pid: 40 }), { card: OF_B, step: 'resume' }, s(104)],
    ],
  },
  {
    title: 'X-44 a failed resume’s SessionEnd is dropped, and the fallback’s session is the card’s',
    steps: [
      ...resumed,
      [
        hook('SessionEnd', 'one', { terminal: 'A', pid: 20, reason: 'other' }),
        { card: null, dropped: 'failed-resume' },
        s(101),
      ],
      [starts('fresh', { terminal: 'A', pid: 30 }), { card: OF_A, step: 'resume' }, s(103)],
    ],
  },
  {
    title: 'X-44 only from that terminal',
    steps: [
      ...resumed,
      [starts('other', { pid: 30, cwd: '/else' }), { card: 'new-5', step: 'external' }, s(101)],
      [opened('B'), { card: OF_B }, s(102)],
      [starts('more', { terminal: 'B', pid: 40 }), { card: OF_B, step: 'terminal-id' }, s(103)],
      [starts('two', { terminal: 'A', pid: 50 }), { card: OF_A, step: 'resume' }, s(104)],
    ],
  },
  {
    title: 'X-44 a subagent’s event answers no resume',
    steps: [
      ...resumed,
      [hook('PreToolUse', 'zero', { terminal: 'A', agent: 'x' }), { card: null, dropped: 'unknown-subagent' }, s(101)],
      [starts('two', { terminal: 'A', pid: 20 }), { card: OF_A, step: 'resume' }, s(102)],
    ],
  },
  {
    title: 'R-02 after two minutes the terminal’s own evidence decides again',
    steps: [...resumed, [starts('two', { terminal: 'A', pid: 20 }), { card: OF_A, step: 'terminal-id' }, s(220) + 1]],
  },
  {
    title: 'R-02 just within two minutes it is the resume',
    steps: [...resumed, [starts('two', { terminal: 'A', pid: 20 }), { card: OF_A, step: 'resume' }, s(220)]],
  },
  {
    title: 'M-01 (1) one session answers a resume; the next one goes by its own evidence',
    steps: [
      ...resumed,
      [starts('two', { terminal: 'A', pid: 20 }), { card: OF_A, step: 'resume' }, s(101)],
      [starts('three', { terminal: 'A', pid: 20 }), { card: OF_A, step: 'same-process' }, s(102)],
    ],
  },
  {
    title: 'M-04 X-47 a headless run answers no resume',
    steps: [
      ...resumed,
      [starts('two', { terminal: 'A', more: { entrypoint: 'sdk-cli' } }), { card: null, dropped: 'headless' }, s(101)],
      [starts('three', { terminal: 'A' }), { card: OF_A, step: 'resume' }, s(102)],
    ],
  },
];

describe('a resume that was typed into a terminal', () => {
  it.each(stories)('$title', ({ steps }) => void playHost(steps));
});
