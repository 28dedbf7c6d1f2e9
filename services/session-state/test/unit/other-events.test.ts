import { describe, it } from '@jest/globals';
import {
  hook,
  linked,
  notification,
  permissionRequest,
  postToolUse,
  preToolUse,
  processGone,
  prompt,
  sessionEnd,
  sessionStart,
  stop,
  subagentStart,
  terminalActive,
  toolBatch,
} from './happenings.js';
import { nothing, play, type Story } from './story.js';

const stories: Story[] = [
  {
    title: 'X-10 a batch closes the calls that it lists: the only sign of a refused call',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Bash', { id: 'a' }), 'working'],
      ['1.1s', preToolUse('Bash', { id: 'b' }), 'working'],
      ['1.2s', permissionRequest('Bash', { id: 'a' }), 'approval'],
      ['9s', toolBatch('a', 'b'), 'working', { rule: 'X-10', calls: [] }],
      ['1m', nothing(), 'working'],
    ],
  },
  {
    title: 'X-11 a stop by failure shows its reason',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', hook('StopFailure', { error: 'rate_limit' }), 'waiting', { rule: 'X-11', event: 'StopFailure' }],
    ],
  },
  {
    title: 'X-11 Codex’s Interrupt and agent-turn-complete act like Stop',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse(), 'working'],
      ['2s', hook('Interrupt'), 'waiting', { rule: 'X-11', calls: [] }],
      ['3s', prompt(), 'prompting'],
      ['4s', hook('agent-turn-complete'), 'waiting', { rule: 'X-11' }],
    ],
  },
  {
    title: 'X-12 a compaction in a turn keeps the status, the calls and the runs',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Agent', { id: 'a' }), 'working'],
      ['2s', subagentStart('sub'), 'working'],
      ['3s', sessionStart({ source: 'compact' }), 'working', { calls: ['a'], subagents: ['running'] }],
    ],
  },
  {
    title: 'X-12 a compaction elsewhere shows idle, and any other SessionStart closes calls and runs',
    rows: [
      ['0s', stop(), 'waiting'],
      ['1s', sessionStart({ source: 'compact' }), 'idle', { rule: 'X-12' }],
      ['2s', prompt(), 'prompting'],
      ['3s', preToolUse('Agent', { id: 'a' }), 'working'],
      ['4s', subagentStart('sub'), 'working'],
      ['5s', sessionStart({ source: 'clear' }), 'idle', { calls: [], subagents: ['failed'] }],
    ],
  },
  {
    title: 'X-13 an end by clear or resume never flashes ended',
    rows: [
      ['0s', linked(), 'connecting'],
      ['0s', sessionStart(), 'idle'],
      ['1s', prompt(), 'prompting'],
      ['2s', stop(), 'waiting'],
      ['3s', sessionEnd('clear'), 'waiting', { through: [] }],
      ['4s', sessionEnd('resume'), 'waiting', { through: [] }],
      ['4.1s', linked('another'), 'waiting', { runs: 2 }],
      ['4.2s', sessionStart({ source: 'resume' }), 'idle', { through: ['idle'] }],
    ],
  },
  {
    title: 'X-13 then the liveness check decides',
    rows: [
      ['0s', sessionStart(), 'idle'],
      ['3s', sessionEnd('clear'), 'idle'],
      ['15s', processGone(), 'ended'],
    ],
  },
  {
    title: 'X-14 idle_prompt in a turn is a lost Stop',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Read'), 'working'],
      ['2s', notification('idle_prompt'), 'waiting', { rule: 'X-14', calls: [] }],
    ],
  },
  {
    title: 'X-14 elsewhere idle_prompt changes nothing',
    rows: [
      ['0s', sessionStart(), 'idle'],
      ['1s', notification('idle_prompt'), 'idle'],
      ['2s', prompt(), 'prompting'],
      ['3s', preToolUse('Read'), 'working'],
      ['4s', permissionRequest('Read'), 'approval'],
      ['5s', notification('idle_prompt'), 'approval', { calls: ['call-of-Read'] }],
    ],
  },
  {
    title: 'X-15 questions and plans are input; with both kinds open approval wins',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('AskUserQuestion'), 'working'],
      ['1.1s', permissionRequest('AskUserQuestion'), 'input', { rule: 'X-15' }],
      ['1.2s', preToolUse('Bash'), 'input'],
      ['1.3s', permissionRequest('Bash'), 'approval'],
      ['9s', postToolUse('Bash'), 'input'],
      ['10s', postToolUse('AskUserQuestion'), 'working'],
    ],
  },
  {
    title: 'X-16 every other event is a signal only',
    rows: [
      ['0s', prompt(), 'prompting', { next: ['waiting', '30s'] }],
      ['10s', hook('MessageDisplay'), 'prompting', { through: [], next: ['waiting', '40s'] }],
      ['11s', hook('SomethingNew'), 'prompting', { through: [] }],
    ],
  },
  {
    title: 'X-16 as the first hook it ends connecting',
    rows: [['0s', hook('SomethingNew'), 'idle', { rule: 'X-16', event: 'SomethingNew' }]],
  },
  ...[sessionStart(), prompt(), preToolUse('Read')].map((leaves): Story => {
    const shows = leaves.event === 'hook' && leaves.data.payload.hook_event_name;
    return {
      title: `X-17 X-65 ended is left by ${String(shows)}, and a SessionStart begins a run`,
      rows: [
        ['0s', linked(), 'connecting'],
        ['0s', sessionStart(), 'idle'],
        ['1s', sessionEnd(), 'ended', { runs: 1 }],
        [
          '2s',
          leaves,
          shows === 'SessionStart' ? 'idle' : shows === 'PreToolUse' ? 'working' : 'prompting',
          { runs: shows === 'SessionStart' ? 2 : 1 },
        ],
      ],
    };
  }),
  {
    title: 'X-17 ended is not left by an echo, nor by a subagent',
    rows: [
      ['0s', linked(), 'connecting'],
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Bash'), 'working'],
      ['2s', sessionEnd(), 'ended'],
      ['3s', permissionRequest('Bash'), 'ended', { requests: [] }],
      ['4s', postToolUse('Bash'), 'ended'],
      ['5s', stop(), 'ended'],
      ['6s', preToolUse('Read', { agent: 'sub' }), 'ended'],
      ['7s', subagentStart('sub'), 'ended', { subagents: [], runs: 1, next: null }],
    ],
  },
  {
    title: 'X-17 a new session id on that card leaves ended',
    rows: [
      ['0s', linked(), 'connecting'],
      ['0s', sessionStart(), 'idle'],
      ['1s', sessionEnd(), 'ended', { runs: 1 }],
      ['2s', linked('another'), 'ended', { runs: 2 }],
      ['2s', hook('InstructionsLoaded'), 'idle', { runs: 2 }],
    ],
  },
  {
    title: 'X-18 F-27 a screen before the first hook stays idle, with a look at the terminal',
    rows: [
      ['0s', terminalActive(), 'connecting'],
      ['30s', nothing(), 'idle', { rule: 'S-08', event: /no hook yet: look at the terminal/ }],
      ['5m', sessionStart(), 'idle', { rule: 'S-02', event: 'SessionStart', through: [] }],
      ['6m', notification('auth_success'), 'idle', { event: 'SessionStart' }],
    ],
  },
];

describe('events beyond the first list', () => {
  it.each(stories)('$title', ({ rows }) => play(rows));
});
