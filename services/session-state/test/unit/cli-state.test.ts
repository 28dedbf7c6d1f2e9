import { describe, expect, it } from '@jest/globals';
import type { TurnId } from '@pitwall/contracts';
import { sendText } from '../../src/core/requests.js';
import {
  cliState,
  hook,
  linked,
  permissionRequest,
  postToolUse,
  preToolUse,
  prompt,
  requestAnswered,
  sessionEnd,
  sessionStart,
  stop,
  subagentStart,
} from './happenings.js';
import {
  children,
  cliSays,
  createStage,
  hostBack,
  hostGone,
  late,
  nothing,
  play,
  type Row,
  type Story,
} from './story.js';

const begun: Row[] = [
  ['0s', linked(), 'connecting'],
  ['0s', prompt(), 'prompting'],
];

const asked: Row[] = [
  ...begun,
  ['1s', preToolUse('Bash', { id: 'a' }), 'working'],
  ['2s', permissionRequest('Bash', { id: 'a', request: 'rq-1' }), 'approval', { requests: ['rq-1'] }],
];

const background = (id: string, agent: string) =>
  postToolUse('Agent', { id, tool_response: { status: 'async_launched', agentId: agent } });

const resting = (['idle', 'shell'] as const).flatMap((state): Story[] => [
  {
    title: `X-27 ${state} ends a turn that was left with Esc: no hook says so`,
    rows: [
      ...begun,
      ['1s', preToolUse('Bash', { id: 'a' }), 'working'],
      [
        '3s',
        cliState(state, 3),
        'waiting',
        { rule: 'X-27', event: `cli-state ${state}`, calls: [], next: ['idle', '5m3s'] },
      ],
    ],
  },
  {
    title: `X-27 ${state} closes a dialog that was refused in the terminal`,
    rows: [...asked, ['4s', cliState(state, 4), 'waiting', { calls: [], requests: [] }]],
  },
  {
    title: `X-27 ${state} ends a prompt that was left before it ran`,
    rows: [...begun, ['2s', cliState(state, 2), 'waiting', { through: ['waiting'] }]],
  },
]);

const stories: Story[] = [
  ...resting,
  {
    title: 'X-31 a dialog that was reported after the file was written stays',
    rows: [
      ...begun,
      ['1s', preToolUse('Bash', { id: 'a' }), 'working'],
      ['1.1s', preToolUse('Read', { id: 'b' }), 'working'],
      ['2s', permissionRequest('Bash', { id: 'a', request: 'rq-1' }), 'approval'],
      ['2.2s', cliState('idle', 1.5), 'approval', { requests: ['rq-1'], calls: ['a'] }],
      ['2.3s', cliState('busy', 1.9), 'approval', { requests: ['rq-1'] }],
    ],
  },
  {
    title: 'X-31 a state is as old as the file says: a prompt and a call that came after it stay',
    rows: [
      ...begun,
      ['1s', stop(), 'waiting'],
      ['5s', prompt('again'), 'prompting'],
      ['6s', preToolUse('Bash', { id: 'a' }), 'working'],
      ['6.1s', cliState('idle', 1.05), 'working', { through: [], calls: ['a'] }],
    ],
  },
  {
    title: 'X-31 foreground runs fail, a background subagent’s dialog stays',
    rows: [
      ...begun,
      ['1s', preToolUse('Agent', { id: 'f' }), 'working'],
      ['1.1s', subagentStart('fore'), 'working'],
      ['1.2s', preToolUse('Bash', { id: 'x', agent: 'fore' }), 'working'],
      ['2s', preToolUse('Agent', { id: 'b' }), 'working'],
      ['2.1s', subagentStart('back'), 'working'],
      ['2.2s', background('b', 'back'), 'working', { subagents: ['running', 'running'] }],
      ['3s', preToolUse('Bash', { id: 'y', agent: 'back' }), 'working'],
      ['3.1s', permissionRequest('Bash', { id: 'y', agent: 'back', request: 'rq-1' }), 'approval'],
      ['5s', cliState('idle', 5), 'approval', { subagents: ['failed', 'running'], calls: ['y'], requests: ['rq-1'] }],
      ['6s', postToolUse('Bash', { id: 'y', agent: 'back' }), 'working', { rule: 'X-60' }],
    ],
  },
  {
    title: 'X-31 a repeated one restarts nothing',
    rows: [
      ...begun,
      ['10s', cliState('idle', 10), 'waiting', { next: ['idle', '5m10s'] }],
      ['4m', cliState('idle', 10), 'waiting', { through: [], next: ['idle', '5m10s'] }],
      ['5m', cliState('idle', 299), 'waiting', { through: [], next: ['idle', '5m10s'] }],
      ['6m', cliState('idle', 10), 'idle', { rule: 'S-05' }],
    ],
  },
  {
    title: 'X-31 the state of an id that is not the card’s current one is ignored',
    rows: [...asked, ['4s', cliState('idle', 4, 'another'), 'approval', { calls: ['a'], through: [] }]],
  },
  {
    title: 'X-27 busy while a dialog is open: it was answered in the terminal',
    rows: [
      ...asked,
      ['5s', cliState('busy', 5), 'working', { rule: 'X-27', requests: [], calls: ['a'], event: 'cli-state busy' }],
    ],
  },
  {
    title: 'X-27 busy takes a guess back, X-31 and when busy ends the timer starts anew',
    rows: [
      ...begun,
      ['1s', preToolUse('WebFetch'), 'working', { next: ['approval', '16s'] }],
      ['16s', nothing(), 'approval', { guess: true }],
      ['17s', cliState('busy', 16), 'working', { guess: false, next: ['idle', '15m17s'] }],
      ['20s', cliState('waiting', 20), 'working', { next: ['approval', '35s'] }],
      ['35s', nothing(), 'approval', { guess: false, rule: 'X-27', requests: [], next: null }],
    ],
  },
  ...(
    [
      ['Read', 4],
      ['WebFetch', 16],
      ['AskUserQuestion', 4],
      ['Bash', 9],
    ] as const
  ).map(([tool, due]): Story => ({
    title: `X-31 the newest busy in the log means no approval: ${tool}`,
    rows: [
      ...begun,
      ['0.5s', cliState('busy', 0), 'prompting', { through: [] }],
      ['1s', preToolUse(tool), 'working', { next: ['idle', '15m1s'] }],
      [`${due}s`, nothing(), 'working', { through: [] }],
      ['2m', nothing(), 'working', { through: [], guess: false }],
      ['2m', postToolUse(tool), 'working', { calls: [] }],
    ],
  })),
  {
    title: 'X-27 before a timer reports, the host asks the file: busy means no approval',
    rows: [
      ...begun,
      ['1s', preToolUse('Read'), 'working'],
      ['1s', cliSays('busy', 0), 'working'],
      ['30s', nothing(), 'working', { through: [] }],
    ],
  },
  {
    title: 'X-27 the host’s answer says idle: no approval, and the turn is over since then',
    rows: [
      ...begun,
      ['1s', preToolUse('Read'), 'working'],
      ['2s', cliSays('idle', 2), 'working'],
      ['4s', nothing(), 'waiting', { through: ['waiting'], next: ['idle', '5m2s'] }],
    ],
  },
  {
    title: 'X-27 S-12 after a night out of reach the file’s word is as old as it says',
    rows: [
      ...begun,
      ['2s', hostGone(), 'prompting'],
      ['3s', cliSays('idle', 3), 'prompting'],
      ['8h', hostBack(), 'idle', { through: ['waiting', 'idle'], rule: 'S-05' }],
    ],
  },
  {
    title: 'X-27 waiting confirms a guess: it never expires, and is no request',
    rows: [
      ...begun,
      ['1s', preToolUse('Read', { id: 'r' }), 'working'],
      ['4s', nothing(), 'approval', { guess: true, rule: 'A-02' }],
      ['4.5s', cliState('waiting', 1.2), 'approval', { guess: false, rule: 'X-27', requests: [], next: null }],
      ['2h', nothing(), 'approval', { through: [] }],
      ['2h', permissionRequest('Read', { id: 'r', request: 'rq-1' }), 'approval', { requests: ['rq-1'] }],
      ['3h', cliState('idle', 10_800), 'waiting', { calls: [] }],
    ],
  },
  {
    title: 'X-27 it never raises a status otherwise',
    rows: [
      ['0s', linked(), 'connecting'],
      ['1s', cliState('busy', 1), 'connecting', { through: [] }],
      ['2s', sessionStart(), 'idle'],
      ['3s', cliState('busy', 3), 'idle', { through: [] }],
      ['4s', cliState('waiting', 4), 'idle', { through: [] }],
      ['5s', cliState('idle', 5), 'idle', { through: [] }],
      ['6s', prompt(), 'prompting'],
      ['7s', cliState('waiting', 7), 'prompting', { through: [] }],
      ['8s', preToolUse('Bash'), 'working'],
      ['9s', cliState('waiting', 9), 'working', { through: [] }],
      ['10s', stop(), 'waiting'],
      ['11s', cliState('busy', 11), 'waiting', { through: [] }],
      ['12s', sessionEnd(), 'ended'],
      ['13s', cliState('busy', 13), 'ended', { through: [] }],
      ['14s', cliState('idle', 14), 'ended', { through: [] }],
    ],
  },
  {
    title: 'X-28 after a deny through Pitwall it works until the file says that it rests',
    rows: [
      ...asked,
      ['3s', requestAnswered('rq-1', 'deny'), 'working'],
      ['4s', cliState('idle', 4), 'waiting', { rule: 'X-27' }],
    ],
  },
  {
    title: 'X-01 X-31 a hook that comes late is older than the file only if it happened before it',
    rows: [...begun, ['5s', cliState('idle', 3), 'waiting'], ['5s', late(preToolUse('Read', { id: 'r' })), 'working']],
  },
  {
    title: 'X-07 a state that closes a dialog restarts the 15 min',
    rows: [...asked, ['20m', cliState('busy', 1_200), 'working', { next: ['idle', '35m'] }]],
  },
  {
    title: 'X-27 a child that runs counts beside it: a slow call is asked about as before',
    rows: [
      ...begun,
      ['0s', children('call-of-Bash', true), 'prompting'],
      ['1s', cliState('waiting', 1), 'prompting'],
      ['2s', preToolUse('Bash'), 'working'],
      ['1m', nothing(), 'working', { through: [] }],
    ],
  },
  {
    title: 'X-27 a new conversation has said nothing yet',
    rows: [
      ...begun,
      ['1s', cliState('busy', 0), 'prompting'],
      ['2s', linked('another'), 'prompting'],
      ['3s', hook('PreToolUse', { tool_name: 'Read', tool_use_id: 'r' }), 'working', { next: ['approval', '6s'] }],
      ['6s', nothing(), 'approval', { guess: true }],
    ],
  },
];

describe('what the CLI says of itself', () => {
  it.each(stories)('$title', ({ rows }) => play(rows));

  it('X-18 text may be sent once a cli-state was seen, and the reason no longer sends to the terminal', () => {
    const stage = createStage();
    stage.at('31s', nothing());
    expect(stage.card().statusReason.event).toMatch(/look at the terminal/);
    stage.at('40s', cliState('idle', 40));
    expect(stage.card()).toMatchObject({ status: 'idle', statusReason: { rule: 'X-18', event: 'cli-state idle' } });
    expect(sendText(stage.session(), 'hello', 'turn-1' as TurnId).command?.verb).toBe('type-turn');
  });
});
