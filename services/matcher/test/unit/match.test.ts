import { describe, expect, it } from '@jest/globals';
import { matchStep, type HostFact } from '@pitwall/contracts';
import { MATCH_STEPS } from '../../src/core/match.js';
import { closed, gone, hook, opened, playHost, type HostStep } from './host-steps.js';

const OF_A = 'card-of-A';
const OF_B = 'card-of-B';
const starts = (id: string, from: Parameters<typeof hook>[2] = {}): HostFact => hook('SessionStart', id, from);
const openA: HostStep = [opened('A'), { card: OF_A, facts: ['opened'] }];
const openB: HostStep = [opened('B'), { card: OF_B }];
/** A terminal with an agent of process 10 at work in conversation `one`. */
const atWork: HostStep[] = [openA, [starts('one', { terminal: 'A', pid: 10 }), { card: OF_A, step: 'terminal-id' }]];

const stories: { title: string; steps: HostStep[] }[] = [
  {
    title: 'M-01 (2) a terminal without a live session takes the session that names it; later hooks follow by their id',
    steps: [
      openA,
      [
        starts('one', { terminal: 'A' }),
        { card: OF_A, step: 'terminal-id', evidence: /terminal id A in the hook/, facts: ['linked', 'hook'] },
      ],
      [hook('Stop', 'one', { terminal: 'A' }), { card: OF_A, facts: ['hook'] }],
      [hook('Stop', 'one'), { card: OF_A }],
    ],
  },
  {
    title: 'X-45 an id that Pitwall chose at launch matches before anything else',
    steps: [
      [opened('A', { chosen: 'chosen' }), { card: OF_A }],
      [starts('chosen', { terminal: 'A', pid: 10 }), { card: OF_A, step: 'launch', evidence: /chosen for terminal A/ }],
    ],
  },
  {
    title: 'M-01 (3) the same process with a new session id stays on its card',
    steps: [...atWork, [starts('two', { terminal: 'A', pid: 10 }), { card: OF_A, step: 'same-process' }]],
  },
  {
    title: 'M-01 (7) a live session and a process that is unknown: the terminal’s only session takes the new id',
    steps: [
      openA,
      [starts('one', { terminal: 'A' }), { card: OF_A, step: 'terminal-id' }],
      [starts('two', { terminal: 'A' }), { card: OF_A, step: 'adoption' }],
    ],
  },
  {
    title: 'M-01 X-45 after /clear the terminal waits for a session: its id decides',
    steps: [
      ...atWork,
      [hook('SessionEnd', 'one', { terminal: 'A', pid: 10, reason: 'clear' }), { card: OF_A }],
      [starts('two', { terminal: 'A', pid: 10, source: 'clear' }), { card: OF_A, step: 'terminal-id' }],
    ],
  },
  {
    title: 'M-01 (3) X-13 an agent of another terminal keeps its card over /clear and resume',
    steps: [
      [starts('one', { pid: 10 }), { card: 'new-1', step: 'external' }],
      [hook('SessionEnd', 'one', { pid: 10, reason: 'clear' }), { card: 'new-1' }],
      [starts('two', { pid: 10, source: 'clear' }), { card: 'new-1', step: 'same-process' }],
      [hook('SessionEnd', 'two', { pid: 10, reason: 'resume' }), { card: 'new-1' }],
      [starts('three', { pid: 10, source: 'resume' }), { card: 'new-1', step: 'same-process' }],
    ],
  },
  {
    title: 'M-01 (3) a pid that is used again is another process',
    steps: [
      [starts('one', { pid: 10 }), { card: 'new-1', step: 'external' }],
      [hook('SessionEnd', 'one', { pid: 10, reason: 'prompt_input_exit' }), { card: 'new-1' }],
      [starts('two', { pid: 10 }), { card: 'new-3', step: 'external' }],
    ],
  },
  {
    title: 'M-02 no terminal of ours: an external card, labelled with where it runs',
    steps: [
      [
        starts('one', { more: { termProgram: 'vscode' } }),
        { card: 'new-1', step: 'external', originLabel: 'VS Code', facts: ['opened', 'linked', 'hook'] },
      ],
      [hook('UserPromptSubmit', 'one'), { card: 'new-1' }],
    ],
  },
  {
    title: 'M-04 X-47 a headless process never makes a card and never claims a terminal, not even with a known id',
    steps: [
      openA,
      [starts('one', { terminal: 'A', more: { entrypoint: 'sdk-cli' } }), { card: null, dropped: 'headless' }],
      [starts('two', { more: { hasTty: false } }), { card: null, dropped: 'headless' }],
      [starts('three', { terminal: 'A' }), { card: OF_A, step: 'terminal-id' }],
      [hook('Stop', 'three', { more: { entrypoint: 'sdk-cli' } }), { card: null, dropped: 'headless' }],
    ],
  },
  ...['Stop', 'SessionEnd', 'StopFailure', 'Interrupt', 'agent-turn-complete'].map((name) => ({
    title: `M-05 X-11 ${name} of an unknown session is dropped`,
    steps: [
      openA,
      [hook(name, 'nobody', { terminal: 'A' }), { card: null, dropped: 'unknown-teardown' }],
    ] as HostStep[],
  })),
  ...[
    hook('SubagentStart', 'nobody'),
    hook('SubagentStop', 'nobody'),
    hook('PreToolUse', 'nobody', { agent: 'x' }),
  ].map((fact) => ({
    title: `M-05 ${fact.event === 'hook' ? fact.data.payload.hook_event_name : ''} of an unknown session’s subagent is dropped`,
    steps: [[fact, { card: null, dropped: 'unknown-subagent' }]] as HostStep[],
  })),
  {
    title: 'X-48 agent_type alone makes no subagent event: a tmux teammate gets its card',
    steps: [[starts('mate', { agent_type: 'builder' }), { card: 'new-1', step: 'external' }]],
  },
  {
    title: 'X-17 a session that ended is left by the next one in its terminal',
    steps: [
      ...atWork,
      [hook('SessionEnd', 'one', { terminal: 'A', pid: 10, reason: 'prompt_input_exit' }), { card: OF_A }],
      [starts('two', { terminal: 'A', pid: 20 }), { card: OF_A, step: 'terminal-id' }],
    ],
  },
  {
    title: 'X-17 M-01 (2) so is one whose process is known to be gone',
    steps: [
      ...atWork,
      [gone(10, 'A'), { card: OF_A, facts: ['process-gone'] }],
      [starts('two', { terminal: 'A', pid: 20 }), { card: OF_A, step: 'terminal-id' }],
    ],
  },
  {
    title: 'X-40 a known id from another terminal moves to that terminal’s card, and the other keeps its past',
    steps: [
      ...atWork,
      openB,
      [starts('one', { terminal: 'B', pid: 20, source: 'resume' }), { card: OF_B, step: 'terminal-id' }],
      [hook('UserPromptSubmit', 'one', { terminal: 'B', pid: 20 }), { card: OF_B }],
      [starts('three', { terminal: 'A', pid: 30 }), { card: OF_A, step: 'terminal-id' }],
    ],
  },
  {
    title: 'X-40 an end of an id that is not the card’s current one is dropped, a main event of it moves the card back',
    steps: [
      ...atWork,
      [starts('two', { terminal: 'A', pid: 10 }), { card: OF_A, step: 'same-process' }],
      [hook('Stop', 'one', { terminal: 'A', pid: 10 }), { card: null, dropped: 'stale-id' }],
      [hook('SessionEnd', 'one', { terminal: 'A', pid: 10 }), { card: null, dropped: 'stale-id' }],
      [hook('SubagentStop', 'one', { agent: 'x' }), { card: null, dropped: 'stale-id' }],
      [hook('UserPromptSubmit', 'one', { terminal: 'A', pid: 10 }), { card: OF_A, step: 'same-process' }],
      [hook('Stop', 'two', { terminal: 'A', pid: 10 }), { card: null, dropped: 'stale-id' }],
      [hook('Stop', 'one', { terminal: 'A', pid: 10 }), { card: OF_A }],
    ],
  },
  {
    title: 'X-41 two live agents with one terminal id: the second gets a card of its own, and keeps it over /clear',
    steps: [
      ...atWork,
      [starts('two', { terminal: 'A', pid: 20 }), { card: 'new-3', step: 'external', evidence: /process 20 beside/ }],
      [hook('Stop', 'two', { terminal: 'A', pid: 20 }), { card: 'new-3' }],
      [hook('SessionEnd', 'two', { terminal: 'A', pid: 20, reason: 'clear' }), { card: 'new-3' }],
      [starts('three', { terminal: 'A', pid: 20, source: 'clear' }), { card: 'new-3', step: 'same-process' }],
      [hook('Stop', 'one', { terminal: 'A', pid: 10 }), { card: OF_A }],
    ],
  },
  {
    title: 'X-41 also between the first agent’s /clear and its next session',
    steps: [
      ...atWork,
      [hook('SessionEnd', 'one', { terminal: 'A', pid: 10, reason: 'clear' }), { card: OF_A }],
      [starts('two', { terminal: 'A', pid: 20 }), { card: 'new-4', step: 'external' }],
      [starts('three', { terminal: 'A', pid: 10, source: 'clear' }), { card: OF_A, step: 'terminal-id' }],
    ],
  },
  {
    title: 'X-41 the second keeps its card when the first has ended',
    steps: [
      ...atWork,
      [starts('two', { terminal: 'A', pid: 20 }), { card: 'new-3', step: 'external' }],
      [gone(10, 'A'), { card: OF_A }],
      [hook('SessionEnd', 'two', { terminal: 'A', pid: 20, reason: 'clear' }), { card: 'new-3' }],
      [starts('three', { terminal: 'A', pid: 20 }), { card: 'new-3', step: 'same-process' }],
    ],
  },
  {
    title: 'X-42 a terminal id that is not ours, or of a closed terminal, is external',
    steps: [
      [
        starts('one', { terminal: 'elsewhere' }),
        { card: 'new-1', step: 'external', evidence: /not an open one of ours/ },
      ],
      openA,
      [closed('A'), { card: OF_A, facts: ['terminal-closed'] }],
      [starts('two', { terminal: 'A' }), { card: 'new-4', step: 'external' }],
    ],
  },
  {
    title: 'X-49 a closed terminal is told to its card once',
    steps: [...atWork, [closed('A'), { card: OF_A, facts: ['terminal-closed'] }], [closed('nowhere'), { card: null }]],
  },
  {
    title: 'M-05 a failed resume’s SessionEnd of an id that nobody shows is dropped (X-44)',
    steps: [
      openA,
      [hook('SessionEnd', '11111111', { terminal: 'A', reason: 'other' }), { card: null, dropped: 'unknown-teardown' }],
      [starts('one', { terminal: 'A' }), { card: OF_A, step: 'terminal-id' }],
    ],
  },
];

describe('which card an event belongs to', () => {
  it.each(stories)('$title', ({ steps }) => void playHost(steps));

  it('M-01 every step is one that a card can show', () => {
    expect(MATCH_STEPS.map(({ step }) => step).filter((step) => !matchStep.options.includes(step))).toEqual([]);
  });
});
