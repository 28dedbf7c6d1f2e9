import { describe, it } from '@jest/globals';
import {
  notification,
  permissionRequest,
  postToolUse,
  preToolUse,
  prompt,
  requestAnswered,
  sessionStart,
  stop,
  subagentStart,
  subagentStop,
  toolBatch,
} from './happenings.js';
import { children, nothing, play, type Row, type Story } from './story.js';
import type { Status } from '@pitwall/contracts';

/** a tool whose end doesn't come, and when that is told. */
const timed = (tool: string, wait: number, shows: Status): Story => ({
  title: `A-01 ${tool} may be silent for ${wait} s`,
  rows: [
    ['0s', prompt(), 'prompting'],
    ['1s', preToolUse(tool), 'working', { next: [shows, `${wait + 1}s`] }],
    [`${wait}.999s`, nothing(), 'working'],
    [`${wait + 1}s`, nothing(), shows, { rule: 'A-02', guess: true, requests: [], event: `no end of ${tool} in time` }],
  ],
});

const inTurn: Row = ['0s', prompt(), 'prompting'];

const stories: Story[] = [
  ...['Read', 'Write', 'Edit', 'Grep', 'Glob', 'NotebookEdit'].map((tool) => timed(tool, 3, 'approval')),
  ...['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode'].map((tool) => timed(tool, 3, 'input')),
  ...['WebFetch', 'WebSearch'].map((tool) => timed(tool, 15, 'approval')),
  ...['Bash', 'Task', 'Agent', 'mcp__github__search', 'SomeNewTool'].map((tool) => timed(tool, 8, 'approval')),
  {
    title: 'A-02 timers are per call: parallel calls don’t cancel each other',
    rows: [
      inTurn,
      ['1s', preToolUse('Read', { id: 'a' }), 'working'],
      ['1.2s', preToolUse('Read', { id: 'b' }), 'working'],
      ['2s', postToolUse('Read', { id: 'b' }), 'working', { calls: ['a'] }],
      ['4s', nothing(), 'approval', { guess: true }],
      ['5s', postToolUse('Read', { id: 'a' }), 'working', { guess: false }],
    ],
  },
  {
    title: 'A-02 a guess is shown as one until the CLI confirms it',
    rows: [
      inTurn,
      ['1s', preToolUse('Read'), 'working'],
      ['4s', nothing(), 'approval', { guess: true, requests: [] }],
      ['4.5s', permissionRequest('Read', { request: 'rq-1' }), 'approval', { guess: false, requests: ['rq-1'] }],
    ],
  },
  {
    title: 'A-03 a quiet build is asked about, not reported',
    rows: [
      inTurn,
      ['0s', children('call-of-Bash', true), 'prompting'],
      ['1s', preToolUse('Bash'), 'working'],
      ['8.999s', nothing(), 'working', { asks: [] }],
      ['9s', nothing(), 'working', { through: [], next: ['approval', '17s'] }],
      ['50s', postToolUse('Bash'), 'working', { calls: [] }],
    ],
  },
  {
    title: 'A-03 once its children are gone it is reported',
    rows: [
      inTurn,
      ['0s', children('call-of-Bash', true), 'prompting'],
      ['1s', preToolUse('Bash'), 'working'],
      ['10s', children('call-of-Bash', false), 'working'],
      ['17s', nothing(), 'approval', { guess: true }],
    ],
  },
  {
    title:
      'A-03 an Agent call with a live subagent under it is never reported; X-26 it is asked about 8 s after the run',
    rows: [
      inTurn,
      ['1s', preToolUse('Agent', { id: 'a' }), 'working'],
      ['2s', subagentStart('sub'), 'working'],
      ['1m', nothing(), 'working', { through: [], asks: [] }],
      ['2m', subagentStop('sub'), 'working', { next: ['approval', '2m8s'] }],
      ['2m8s', nothing(), 'approval', { guess: true }],
    ],
  },
  ...['bypassPermissions', 'dontAsk'].map((mode): Story => ({
    title: `A-04 ${mode}: no timers, but for user-input tools; a real dialog still arrives`,
    rows: [
      ['0s', prompt('go', { mode }), 'prompting'],
      ['1s', preToolUse('Bash', { mode }), 'working', { next: ['idle', '15m1s'] }],
      ['1m', preToolUse('AskUserQuestion', { mode }), 'working'],
      ['1m3s', nothing(), 'input', { guess: true }],
      ['1m4s', permissionRequest('Bash', { mode }), 'approval', { guess: false }],
    ],
  })),
  {
    title: 'X-25 the mode is that of the payload, else the last seen',
    rows: [
      ['0s', sessionStart({ mode: 'bypassPermissions' }), 'idle'],
      ['1s', preToolUse('Read', { id: 'a' }), 'working', { next: ['idle', '15m1s'] }],
      ['3s', preToolUse('Read', { id: 'b', mode: 'default' }), 'working', { next: ['approval', '6s'] }],
    ],
  },
  {
    title: 'A-05 a report overrides the timer at once and never expires',
    rows: [
      inTurn,
      ['1s', preToolUse('WebFetch'), 'working'],
      ['1.1s', permissionRequest('WebFetch'), 'approval', { rule: 'A-05', guess: false, next: null }],
      ['2h', nothing(), 'approval', { through: [] }],
      ['2h', postToolUse('WebFetch'), 'working'],
    ],
  },
  {
    title: 'A-06 a permission notification is the backstop while a call is open',
    rows: [
      inTurn,
      ['1s', notification('permission_prompt'), 'prompting', { through: [] }],
      ['2s', preToolUse('Bash'), 'working'],
      ['3s', notification('permission_prompt'), 'approval', { rule: 'A-06', guess: false, next: null }],
    ],
  },
  {
    title: 'A-06 an older CLI says it in words',
    rows: [
      inTurn,
      ['2s', preToolUse('Bash'), 'working'],
      ['3s', notification(undefined as never, { message: 'Claude needs your permission to use Bash' }), 'approval'],
    ],
  },
  {
    title: 'X-24 it promotes a guess, and passes over an Agent call with a live run',
    rows: [
      inTurn,
      ['1s', preToolUse('Read', { id: 'r' }), 'working'],
      ['1.5s', preToolUse('Agent', { id: 'a' }), 'working'],
      ['2s', subagentStart('sub'), 'working'],
      ['4s', nothing(), 'approval', { guess: true }],
      ['6s', notification('permission_prompt'), 'approval', { guess: false, next: null }],
      ['7s', postToolUse('Read', { id: 'r' }), 'working'],
    ],
  },
  {
    title: 'X-20 a typed prompt closes every dialog, a subagent’s too',
    rows: [
      inTurn,
      ['1s', preToolUse('Agent', { id: 'a' }), 'working'],
      ['2s', subagentStart('sub'), 'working'],
      ['3s', preToolUse('Bash', { agent: 'sub', id: 'b' }), 'working'],
      ['3.1s', permissionRequest('Bash', { agent: 'sub', id: 'b' }), 'approval'],
      ['9s', prompt('never mind'), 'prompting', { calls: [] }],
    ],
  },
  {
    title: 'X-20 a synthetic prompt and Stop leave a background subagent’s dialog alone',
    rows: [
      inTurn,
      ['1s', preToolUse('Agent', { id: 'a' }), 'working'],
      ['2s', subagentStart('sub'), 'working'],
      ['3s', postToolUse('Agent', { id: 'a', tool_response: { status: 'async_launched', agentId: 'sub' } }), 'working'],
      ['4s', preToolUse('Bash', { agent: 'sub', id: 'b' }), 'working'],
      ['4.1s', permissionRequest('Bash', { agent: 'sub', id: 'b' }), 'approval'],
      ['5s', stop(), 'approval', { through: [] }],
      ['6s', prompt('<task-notification>x</task-notification>'), 'approval', { calls: ['b'] }],
    ],
  },
  {
    title: 'X-21 going on proves that an earlier call ended: flagged ones and fast ones close',
    rows: [
      inTurn,
      ['1s', preToolUse('Read', { id: 'fast' }), 'working'],
      ['1.1s', preToolUse('Bash', { id: 'slow' }), 'working'],
      ['1.2s', preToolUse('Bash', { id: 'asked' }), 'working'],
      ['1.3s', permissionRequest('Bash', { id: 'asked' }), 'approval'],
      ['2.2s', preToolUse('Grep', { id: 'next' }), 'working', { calls: ['slow', 'next'] }],
    ],
  },
  {
    title: 'X-21 within a second they are parallel, and another agent’s calls prove nothing',
    rows: [
      inTurn,
      ['1s', preToolUse('Read', { id: 'a' }), 'working'],
      ['1.999s', preToolUse('Read', { id: 'b' }), 'working', { calls: ['a', 'b'] }],
      ['2.5s', preToolUse('Read', { id: 'c', agent: 'sub' }), 'working', { calls: ['a', 'b', 'c'] }],
    ],
  },
  {
    title: 'X-22 a host that can’t tell about children counts as none',
    rows: [
      inTurn,
      ['0s', children('call-of-Bash', null), 'prompting'],
      ['1s', preToolUse('Bash'), 'working'],
      ['9s', nothing(), 'approval', { guess: true }],
    ],
  },
  {
    title: 'X-03 two installs report one dialog once, and the one that can be answered counts',
    rows: [
      inTurn,
      ['1s', preToolUse('Bash', { id: 'a' }), 'working'],
      ['1.001s', preToolUse('Bash', { id: 'a' }), 'working'],
      ['1.1s', permissionRequest('Bash', { id: 'a' }), 'approval'],
      ['1.101s', permissionRequest('Bash', { id: 'a', request: 'rq-1' }), 'approval', { requests: ['rq-1'] }],
    ],
  },
  {
    title:
      'X-28 a command that runs was allowed: its dialog closes; X-30 it is looked at every 8 s from its PreToolUse',
    rows: [
      inTurn,
      ['0s', children('call-of-Bash', false), 'prompting'],
      ['1s', preToolUse('Bash'), 'working'],
      ['2s', permissionRequest('Bash'), 'approval', { asks: [] }],
      ['9s', nothing(), 'approval', { through: [] }],
      ['20s', children('call-of-Bash', true), 'approval', { asks: [] }],
      ['25s', nothing(), 'working', { rule: 'X-28', requests: [] }],
    ],
  },
  {
    title: 'X-30 not while another open slow call could own the child, whoever made it',
    rows: [
      inTurn,
      ['0s', children('asked', true), 'prompting'],
      ['0s', children('other', true), 'prompting'],
      ['1s', preToolUse('Bash', { id: 'other', agent: 'sub' }), 'working'],
      ['1.1s', preToolUse('Bash', { id: 'asked' }), 'working'],
      ['1.2s', permissionRequest('Bash', { id: 'asked' }), 'approval'],
      ['1m', nothing(), 'approval', { through: [] }],
      ['1m1s', postToolUse('Bash', { id: 'other', agent: 'sub' }), 'approval'],
      ['1m5.1s', nothing(), 'working', { rule: 'X-28' }],
    ],
  },
  {
    title: 'X-30 an Agent call owns no child: a subagent’s dialog closes when its command runs',
    rows: [
      inTurn,
      ['0s', children('b', true), 'prompting'],
      ['1s', preToolUse('Agent', { id: 'a' }), 'working'],
      ['2s', subagentStart('sub'), 'working'],
      ['3s', preToolUse('Bash', { id: 'b', agent: 'sub' }), 'working'],
      ['3.1s', permissionRequest('Bash', { id: 'b', agent: 'sub' }), 'approval'],
      ['11s', nothing(), 'working', { rule: 'X-28' }],
    ],
  },
  {
    title: 'X-28 X-32 an answer given through Pitwall closes the dialog, and its call is never guessed about again',
    rows: [
      inTurn,
      ['1s', preToolUse('Bash', { id: 'a' }), 'working'],
      ['1.1s', permissionRequest('Bash', { id: 'a', request: 'rq-1' }), 'approval'],
      ['5s', requestAnswered('rq-1', 'allow'), 'working', { rule: 'X-28', requests: [], next: ['idle', '15m5s'] }],
      ['10m', nothing(), 'working', { through: [] }],
    ],
  },
  {
    title: 'X-32 a guess is no request',
    rows: [inTurn, ['1s', preToolUse('Read'), 'working'], ['4s', nothing(), 'approval', { guess: true, requests: [] }]],
  },
  {
    title: 'X-26 behind a reported dialog timers don’t re-arm for ever',
    rows: [
      inTurn,
      ['1s', preToolUse('Read', { id: 'a' }), 'working'],
      ['1.5s', permissionRequest('Read', { id: 'a' }), 'approval', { next: null, asks: [] }],
      ['1h', nothing(), 'approval', { through: [] }],
      ['1h', toolBatch('a'), 'working'],
    ],
  },
];

describe('approval', () => {
  it.each(stories)('$title', ({ rows }) => play(rows));
});
