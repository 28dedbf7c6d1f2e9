import { describe, it } from '@jest/globals';
import {
  notification,
  permissionRequest,
  postToolUse,
  preToolUse,
  prompt,
  requestAnswered,
  stop,
  subagentStart,
  subagentStop,
} from './happenings.js';
import { children, hostBack, hostGone, nothing, play, type Row, type Story } from './story.js';

const inTurn: Row = ['0s', prompt(), 'prompting'];

const stories: Story[] = [
  {
    title: 'X-22 a positive answer asks again 8 s after the question, however late it came',
    rows: [
      inTurn,
      ['0s', children('call-of-Bash', true), 'prompting'],
      ['1s', preToolUse('Bash'), 'working'],
      ['2s', hostGone(), 'working'],
      ['12s', hostBack(), 'working', { through: [], next: ['approval', '17s'] }],
    ],
  },
  {
    title: 'X-30 a positive answer that comes when it was guessed already takes the guess back',
    rows: [
      inTurn,
      ['0s', children('call-of-Bash', null), 'prompting'],
      ['1s', preToolUse('Bash'), 'working'],
      ['9s', nothing(), 'approval', { guess: true }],
      ['10s', children('call-of-Bash', true), 'approval'],
      ['17s', nothing(), 'working', { rule: 'X-30', guess: false, calls: ['call-of-Bash'] }],
    ],
  },
  {
    title: 'X-30 a dialog that only a notification told of is looked at too',
    rows: [
      inTurn,
      ['0s', children('call-of-Bash', true), 'prompting'],
      ['1s', preToolUse('Bash'), 'working'],
      ['7s', notification('permission_prompt'), 'approval'],
      ['9s', nothing(), 'working', { rule: 'X-28' }],
    ],
  },
  {
    title: 'X-23 X-28 the dialog that overtook its call is the call’s: it closes when the command runs',
    rows: [
      inTurn,
      ['0s', children('a', true), 'prompting'],
      ['1s', permissionRequest('Bash', { id: 'a', request: 'rq-1' }), 'approval'],
      ['1.05s', preToolUse('Bash', { id: 'a' }), 'approval', { requests: ['rq-1'], calls: ['a'] }],
      ['9.05s', nothing(), 'working', { rule: 'X-28', requests: [] }],
    ],
  },
  {
    title: 'X-28 an answer to a subagent’s dialog leaves its leader as it is',
    rows: [
      inTurn,
      ['1s', preToolUse('Agent', { id: 'a' }), 'working'],
      ['2s', subagentStart('sub'), 'working'],
      ['3s', postToolUse('Agent', { id: 'a', tool_response: { status: 'async_launched', agentId: 'sub' } }), 'working'],
      ['4s', stop(), 'working'],
      ['5s', permissionRequest('Bash', { agent: 'sub', id: 'b', request: 'rq-1' }), 'approval'],
      ['6s', requestAnswered('rq-1', 'allow'), 'working', { rule: 'X-60' }],
      ['9s', subagentStop('sub'), 'waiting'],
    ],
  },
  {
    title: 'S-10 behind a guess the next status is what the card shows then: a live run keeps it working',
    rows: [
      inTurn,
      ['1s', preToolUse('Agent', { id: 'a' }), 'working'],
      ['2s', subagentStart('sub'), 'working'],
      ['3s', preToolUse('Read', { agent: 'sub', id: 'r' }), 'working', { next: ['approval', '6s'] }],
      ['6s', nothing(), 'approval', { guess: true, next: ['working', '10m6s'] }],
    ],
  },
];

describe('looks at what runs', () => {
  it.each(stories)('$title', ({ rows }) => play(rows));
});
