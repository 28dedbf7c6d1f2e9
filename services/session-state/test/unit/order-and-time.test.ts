import { describe, it } from '@jest/globals';
import {
  hook,
  permissionRequest,
  postToolUse,
  preToolUse,
  prompt,
  requestAnswered,
  sessionStart,
  stop,
  subagentStart,
  subagentStop,
} from './happenings.js';
import { checked, clockJump, hostBack, hostGone, late, nothing, play, type Story } from './story.js';

const stories: Story[] = [
  {
    title: 'S-10 a reason names what decided, when, and what comes next',
    rows: [
      [
        '0s',
        prompt(),
        'prompting',
        { rule: 'S-02', event: 'UserPromptSubmit', guess: false, next: ['waiting', '30s'] },
      ],
      ['1s', preToolUse('Bash'), 'working', { event: 'PreToolUse for Bash', next: ['approval', '9s'] }],
      ['9s', nothing(), 'approval', { rule: 'A-02', guess: true, next: ['idle', '10m9s'] }],
    ],
  },
  {
    title: 'S-11 a late event never sets the status',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Read'), 'working'],
      ['2s', stop(), 'waiting'],
      ['2.1s', late(postToolUse('Read')), 'waiting', { through: [] }],
      ['2.2s', late(preToolUse('Grep')), 'waiting', { through: [] }],
      ['2.3s', late(prompt()), 'waiting', { through: [] }],
    ],
  },
  {
    title: 'S-11 a late prompt closes the calls that began before it, and no later one',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Bash'), 'working'],
      ['2s', preToolUse('Grep'), 'working'],
      ['2.1s', late(prompt()), 'working', { through: [], calls: ['call-of-Grep'] }],
    ],
  },
  {
    title: 'S-11 the wall clock orders and times nothing',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', clockJump(-86_400_000), 'prompting'],
      ['2s', preToolUse('Read'), 'working', { next: ['approval', '5s'] }],
      ['3s', clockJump(3 * 86_400_000), 'working'],
      ['4s', postToolUse('Read'), 'working', { next: ['idle', '15m4s'] }],
      ['5s', stop(), 'waiting', { next: ['idle', '5m5s'] }],
    ],
  },
  {
    title: 'S-12 overdue deadlines are played in a chain, at the times at which they were due',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', hostGone(), 'prompting'],
      ['2h', nothing(), 'prompting', { through: [] }],
      ['2h', hostBack(), 'idle', { through: ['waiting', 'idle'], rule: 'S-05' }],
    ],
  },
  {
    title: 'S-12 a guess and its end, both overdue',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Read'), 'working'],
      ['2s', hostGone(), 'working'],
      ['1h', hostBack(), 'idle', { through: ['approval', 'idle'], rule: 'S-06' }],
    ],
  },
  {
    title: 'X-01 a hook of 29.9 s that is read after the timer of 30 s wins',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['30s', nothing(), 'waiting', { rule: 'S-04' }],
      ['30s', late(preToolUse('Read')), 'working', { through: ['working'] }],
    ],
  },
  {
    title: 'X-01 an event that sets no status hides none',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', hook('MessageDisplay'), 'prompting'],
      ['1s', late(preToolUse('Read')), 'working'],
    ],
  },
  {
    title: 'X-01 a subagent’s events have a clock of their own: none makes a Stop late',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Agent', { id: 'a' }), 'working'],
      ['2s', subagentStart('sub'), 'working'],
      ['3s', preToolUse('Read', { agent: 'sub' }), 'working'],
      ['3.1s', late(stop()), 'waiting'],
    ],
  },
  {
    title: 'X-02 a late PreToolUse still arms its timer',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Read', { id: 'a' }), 'working'],
      ['1.1s', late(preToolUse('Read', { id: 'b' })), 'working', { calls: ['a', 'b'] }],
      ['1.2s', postToolUse('Read', { id: 'a' }), 'working'],
      ['4.1s', nothing(), 'approval', { guess: true }],
    ],
  },
  {
    title: 'X-02 a late PostToolUse closes its call, a late Stop those that began before it',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Bash', { id: 'a' }), 'working'],
      ['2s', preToolUse('Bash', { id: 'b' }), 'working'],
      ['2.1s', late(postToolUse('Bash', { id: 'a' })), 'working', { calls: ['b'] }],
      ['3s', preToolUse('Bash', { id: 'c' }), 'working'],
      ['3.1s', late(stop()), 'working', { calls: ['c'] }],
    ],
  },
  {
    title: 'X-02 a late PermissionRequest flags a call that is still open',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Bash', { id: 'a' }), 'working'],
      ['1.1s', preToolUse('Read', { id: 'b' }), 'working'],
      ['1.2s', late(permissionRequest('Bash', { id: 'a' })), 'approval'],
    ],
  },
  {
    title: 'X-03 a PostToolUse after Stop is news if its call had none',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Read', { id: 'a' }), 'working'],
      ['2s', stop(), 'waiting'],
      ['3s', postToolUse('Read', { id: 'a' }), 'working'],
    ],
  },
  {
    title: 'X-03 a second end, and a second beginning, of one call are duplicates',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Read', { id: 'a' }), 'working'],
      ['2s', postToolUse('Read', { id: 'a' }), 'working'],
      ['3s', stop(), 'waiting'],
      ['3.1s', postToolUse('Read', { id: 'a' }), 'waiting', { through: [] }],
      ['3.2s', preToolUse('Read', { id: 'a' }), 'waiting', { through: [], calls: [] }],
    ],
  },
  {
    title: 'X-04 without the host’s answer a deadline stands still',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['10s', hostGone(), 'prompting'],
      ['40s', nothing(), 'prompting'],
      ['45s', preToolUse('Bash'), 'working'],
      ['46s', hostBack(), 'working', { through: [] }],
    ],
  },
  {
    title: 'X-04 what happened before the answer decides first: a backlog raises no false alarm',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', hostGone(), 'prompting'],
      ['2s', preToolUse('Read'), 'working'],
      ['4s', postToolUse('Read'), 'working'],
      ['5s', stop(), 'waiting'],
      ['1m', hostBack(), 'waiting', { through: [] }],
    ],
  },
  {
    title: 'X-05 ten minutes count from the newest flagged call, and all open calls close',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Bash', { id: 'a' }), 'working'],
      ['1.5s', preToolUse('WebFetch', { id: 'b' }), 'working'],
      ['9s', nothing(), 'approval'],
      ['16.5s', nothing(), 'approval', { next: ['idle', '10m16.5s'] }],
      ['10m16.5s', nothing(), 'idle', { calls: [] }],
      ['1h', nothing(), 'idle', { through: [] }],
    ],
  },
  {
    title: 'X-05 five minutes count from when waiting becomes visible',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Agent', { id: 'a' }), 'working'],
      ['2s', subagentStart('sub'), 'working'],
      ['3s', postToolUse('Agent', { id: 'a', tool_response: { status: 'async_launched', agentId: 'sub' } }), 'working'],
      ['4s', stop(), 'working'],
      ['2m', subagentStop('sub'), 'waiting', { next: ['idle', '7m'] }],
    ],
  },
  {
    title: 'X-05 the 15 min close the open calls, and subagent runs as failed',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Agent', { id: 'a' }), 'working'],
      ['2s', subagentStart('sub'), 'working'],
      ['15m2s', nothing(), 'idle', { rule: 'S-07', calls: [], subagents: ['failed'] }],
    ],
  },
  {
    title: 'X-06 any hook of the session restarts the 30 s, a subagent’s too',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['10s', hook('MessageDisplay'), 'prompting', { next: ['waiting', '40s'] }],
      ['20s', subagentStop('sub'), 'prompting', { next: ['waiting', '50s'] }],
    ],
  },
  {
    title: 'X-07 of a deadline and an event of one millisecond the timer is first',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['30s', preToolUse('Read'), 'working', { through: ['waiting', 'working'] }],
    ],
  },
  {
    title: 'X-07 an answer restarts the 15 min',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Read'), 'working'],
      ['2s', permissionRequest('Read', { request: 'rq-1' }), 'approval'],
      ['20m', requestAnswered('rq-1', 'allow'), 'working', { next: ['idle', '35m'] }],
    ],
  },
  {
    title: 'X-04 an answer with nothing due changes nothing',
    rows: [
      ['0s', sessionStart(), 'idle'],
      ['1s', checked(true), 'idle', { through: [] }],
      ['2s', checked(null), 'idle', { through: [] }],
    ],
  },
];

describe('order and time', () => {
  it.each(stories)('$title', ({ rows }) => play(rows));
});
