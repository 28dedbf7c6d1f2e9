import { describe, expect, it } from '@jest/globals';
import { status } from '@pitwall/contracts';
import {
  openFailed,
  permissionRequest,
  postToolUse,
  preToolUse,
  processGone,
  prompt,
  sessionEnd,
  sessionStart,
  stop,
  terminalActive,
  terminalClosed,
  toolFailed,
} from './happenings.js';
import { checked, nothing, play, type Story } from './story.js';

const stories: Story[] = [
  {
    title: 'S-02 the hooks of one turn drive the status',
    rows: [
      ['0s', nothing(), 'connecting'],
      ['1s', sessionStart(), 'idle', { rule: 'S-02', event: 'SessionStart' }],
      ['5s', prompt(), 'prompting', { event: 'UserPromptSubmit' }],
      ['6s', preToolUse('Read'), 'working', { event: 'PreToolUse for Read' }],
      ['7s', postToolUse('Read'), 'working'],
      ['8s', preToolUse('Bash'), 'working'],
      ['9s', permissionRequest('Bash'), 'approval', { rule: 'A-05', event: 'PermissionRequest for Bash' }],
      ['12s', postToolUse('Bash'), 'working', { event: 'PostToolUse for Bash' }],
      ['14s', stop(), 'waiting', { event: 'Stop' }],
      ['20s', sessionEnd(), 'ended', { event: 'SessionEnd', next: null }],
    ],
  },
  {
    title: 'S-02 a failed tool goes on working',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse(), 'working'],
      ['2s', toolFailed(), 'working', { calls: [] }],
    ],
  },
  {
    title: 'S-02 a task notification is a prompt',
    rows: [
      ['0s', sessionStart(), 'idle'],
      ['1s', prompt('<task-notification>build done</task-notification>'), 'prompting'],
    ],
  },
  {
    title: 'S-03 a terminal that was just opened connects until its first hook',
    rows: [
      ['0s', nothing(), 'connecting', { rule: 'S-03', next: ['idle', '30s'] }],
      ['10s', terminalActive(), 'connecting'],
      ['11s', sessionStart(), 'idle'],
    ],
  },
  {
    title: 'S-04 a prompt that never ran falls back to waiting after 30 s',
    rows: [
      ['0s', prompt(), 'prompting', { next: ['waiting', '30s'] }],
      ['29.999s', nothing(), 'prompting'],
      ['30s', nothing(), 'waiting', { rule: 'S-04', event: 'timer promptingQuiet', guess: false }],
    ],
  },
  {
    title: 'S-04 terminal output alone restarts the 30 s',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['20s', terminalActive(), 'prompting', { next: ['waiting', '50s'] }],
      ['49s', nothing(), 'prompting'],
      ['50s', nothing(), 'waiting'],
    ],
  },
  {
    title: 'S-04 output that only the host’s answer tells of counts too',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['29s', checked(true, '28s'), 'prompting', { next: ['waiting', '58s'] }],
    ],
  },
  {
    title: 'S-05 waiting becomes idle after 5 min',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['10s', stop(), 'waiting', { next: ['idle', '5m10s'] }],
      ['5m9.999s', nothing(), 'waiting'],
      ['5m10s', nothing(), 'idle', { rule: 'S-05', next: null }],
    ],
  },
  {
    title: 'S-06 a guessed dialog becomes idle after 10 min',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Read'), 'working'],
      ['4s', nothing(), 'approval', { guess: true, next: ['idle', '10m4s'] }],
      ['10m4s', nothing(), 'idle', { rule: 'S-06', calls: [] }],
    ],
  },
  {
    title: 'S-06 a dialog that the CLI reported never expires',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Read'), 'working'],
      ['2s', permissionRequest('Read'), 'approval', { next: null }],
      ['23h', nothing(), 'approval', { through: [] }],
    ],
  },
  {
    title: 'S-07 a lost Stop ends after 15 min',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Read'), 'working'],
      ['2s', postToolUse('Read'), 'working', { next: ['idle', '15m2s'] }],
      ['10m', terminalActive(), 'working', { next: ['idle', '15m2s'] }],
      ['15m2s', nothing(), 'idle', { rule: 'S-07' }],
    ],
  },
  {
    title: 'S-08 connecting becomes idle after 30 s, whatever the terminal shows',
    rows: [
      ['0s', nothing(), 'connecting'],
      ['29s', terminalActive(), 'connecting'],
      ['30s', nothing(), 'idle', { rule: 'S-08' }],
    ],
  },
  {
    title: 'S-09 ended when the process is gone without SessionEnd',
    rows: [
      ['0s', sessionStart(), 'idle'],
      ['1s', prompt(), 'prompting'],
      ['2s', preToolUse(), 'working'],
      ['3s', processGone(), 'ended', { rule: 'S-09', event: 'process-gone', calls: [] }],
    ],
  },
  {
    title: 'S-09 ended when the host’s answer says that the process is gone',
    rows: [
      ['0s', sessionStart(), 'idle'],
      ['15s', checked(true), 'idle'],
      ['30s', checked(false), 'ended', { rule: 'S-09' }],
    ],
  },
  {
    title: 'S-09 the end of another process ends nothing',
    rows: [
      ['0s', sessionStart(), 'idle'],
      ['1s', processGone({ pid: 4102, startTime: '12' }), 'idle'],
    ],
  },
  {
    title: 'S-09 a closed terminal ends at once (X-49)',
    rows: [
      ['0s', sessionStart(), 'idle'],
      ['1s', terminalClosed(), 'ended', { event: 'terminal-closed (exit)' }],
    ],
  },
  {
    title: 'S-09 a terminal that never opened says why',
    rows: [['0s', openFailed('/nowhere isn’t there'), 'ended', { event: /terminal not opened: \/nowhere/ }]],
  },
];

describe('what a session shows', () => {
  it.each(stories)('$title', ({ rows }) => play(rows));

  it('S-01 there are eight statuses and no other', () => {
    expect(status.options).toEqual([
      'connecting',
      'idle',
      'prompting',
      'working',
      'approval',
      'input',
      'waiting',
      'ended',
    ]);
  });
});
