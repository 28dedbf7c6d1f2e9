import { describe, it } from '@jest/globals';
import {
  cliState,
  linked,
  notification,
  permissionRequest,
  postToolUse,
  preToolUse,
  processGone,
  prompt,
  requestAnswered,
  sessionEnd,
  sessionStart,
  stop,
  terminalClosed,
  toolFailed,
} from './happenings.js';
import { checked, children, clockJump, hostBack, hostGone, late, nothing, play, type Story } from './story.js';

/** Faults that systems like this one have had in public, by their number in the list. */
const stories: Story[] = [
  {
    title: 'F-6 a late end of a conversation that was cleared leaves the card as it is',
    rows: [
      ['0s', linked('first'), 'connecting'],
      ['0s', sessionStart(), 'idle'],
      ['1s', sessionEnd('clear'), 'idle', { through: [] }],
      ['2s', linked(), 'idle'],
      ['3s', prompt(), 'prompting'],
      ['3.1s', late(sessionEnd('clear')), 'prompting', { through: [], runs: 2 }],
      ['3.2s', late(stop()), 'prompting', { through: [] }],
    ],
  },
  {
    title: 'F-18 a tool that fails has no PostToolUse: its failure ends the call and its timer',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Bash'), 'working', { next: ['approval', '9s'] }],
      ['2s', toolFailed('Bash'), 'working', { calls: [], next: ['idle', '15m2s'] }],
      ['1m', nothing(), 'working', { through: [] }],
    ],
  },
  {
    title: 'F-20 a PermissionRequest of a tool that is allowed by itself lasts 50 ms and leaves nothing behind',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Bash'), 'working'],
      ['1.1s', permissionRequest('Bash', { request: 'rq-1' }), 'approval', { guess: false }],
      ['1.15s', postToolUse('Bash'), 'working', { requests: [], calls: [] }],
      ['1.2s', notification('idle_prompt'), 'waiting'],
    ],
  },
  {
    title: 'F-22 no hook tells that a dialog was answered: the next tool does, or the end of the call',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Bash', { id: 'a' }), 'working'],
      ['1.1s', permissionRequest('Bash', { id: 'a', request: 'rq-1' }), 'approval', { requests: ['rq-1'] }],
      ['9s', preToolUse('Read', { id: 'b' }), 'working', { requests: [] }],
      ['9.1s', permissionRequest('Read', { id: 'b', request: 'rq-2' }), 'approval', { requests: ['rq-2'] }],
      ['12s', postToolUse('Read', { id: 'b' }), 'working', { requests: [] }],
    ],
  },
  {
    title: 'F-23 Esc sends no Stop: the CLI’s file tells it at once',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Read'), 'working'],
      ['2s', cliState('idle', 2), 'waiting'],
    ],
  },
  {
    title: 'F-23 Esc sends no Stop: without such a file it works for 15 min at most',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Read'), 'working'],
      ['2s', postToolUse('Read'), 'working'],
      ['15m2s', nothing(), 'idle'],
    ],
  },
  {
    title: 'F-24 an agent that was killed sends no SessionEnd: its host’s next look ends it',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', processGone(), 'ended', { rule: 'S-09' }],
      ['2s', terminalClosed(), 'ended', { through: [] }],
    ],
  },
  {
    title: 'F-30 what the host tells now beats what was stored before',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', hostGone(), 'prompting'],
      ['2s', stop(), 'waiting'],
      ['3s', prompt('again'), 'prompting'],
      ['3s', hostBack(), 'prompting', { through: [] }],
    ],
  },
  {
    title: 'F-31 an answer about children that comes after the call’s end raises no alarm',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['0s', children('call-of-Bash', false), 'prompting'],
      ['1s', preToolUse('Bash'), 'working'],
      ['1s', hostGone(), 'working'],
      ['8.9s', postToolUse('Bash'), 'working'],
      ['9.1s', hostBack(), 'working', { through: [] }],
      ['10s', checked(true), 'working', { through: [], guess: false }],
    ],
  },
  {
    title: 'F-33 a dialog is on the card for everyone who comes later, until it is settled',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', permissionRequest('Bash', { request: 'rq-1' }), 'approval'],
      ['9h', nothing(), 'approval', { requests: ['rq-1'] }],
      ['9h', requestAnswered('rq-1', 'allow'), 'working', { requests: [] }],
    ],
  },
  {
    title: 'F-85 a host’s clock that is ten minutes off, or is put right, moves no deadline',
    rows: [
      ['0s', clockJump(600_000), 'connecting'],
      ['0s', prompt(), 'prompting', { next: ['waiting', '30s'] }],
      ['10s', clockJump(-1_200_000), 'prompting'],
      ['29s', nothing(), 'prompting'],
      ['30s', nothing(), 'waiting'],
    ],
  },
];

describe('faults that others have had', () => {
  it.each(stories)('$title', ({ rows }) => play(rows));
});
