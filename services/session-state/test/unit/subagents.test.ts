import { describe, it } from '@jest/globals';
import {
  permissionRequest,
  postToolUse,
  preToolUse,
  prompt,
  sessionStart,
  stop,
  subagentStart,
  subagentStop,
} from './happenings.js';
import { nothing, play, type Story } from './story.js';

const background = (id: string, agent: string) =>
  postToolUse('Agent', { id, tool_response: { status: 'async_launched', agentId: agent } });

const stories: Story[] = [
  {
    title: 'G-03 a run inside the leader: begun, counted, done',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Agent', { id: 'a', input: { description: 'Look', prompt: 'look around' } }), 'working'],
      ['2s', subagentStart('sub'), 'working', { subagents: ['running'] }],
      ['3s', preToolUse('Read', { agent: 'sub' }), 'working'],
      ['4s', postToolUse('Read', { agent: 'sub' }), 'working'],
      ['5s', subagentStop('sub'), 'working', { subagents: ['done'] }],
      ['6s', postToolUse('Agent', { id: 'a', tool_response: { status: 'completed' } }), 'working', { calls: [] }],
      ['7s', stop(), 'waiting', { subagents: ['done'] }],
    ],
  },
  {
    title: 'G-03 a subagent’s dialog is shown on the leader’s card',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Agent', { id: 'a' }), 'working'],
      ['2s', subagentStart('sub'), 'working'],
      ['3s', preToolUse('Bash', { agent: 'sub', id: 'b' }), 'working'],
      [
        '3.1s',
        permissionRequest('Bash', { agent: 'sub', id: 'b', request: 'rq-1' }),
        'approval',
        { requests: ['rq-1'] },
      ],
      ['9s', postToolUse('Bash', { agent: 'sub', id: 'b' }), 'working', { requests: [] }],
    ],
  },
  {
    title: 'X-60 a leader with a live run works over waiting, idle and prompting, and the reason names the run',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Agent', { id: 'a' }), 'working'],
      ['2s', subagentStart('sub'), 'working'],
      ['3s', background('a', 'sub'), 'working'],
      ['4s', stop(), 'working', { through: [], rule: 'X-60', event: /Explore/ }],
      ['5s', prompt('and another thing'), 'working', { through: [], rule: 'X-60' }],
      ['6s', stop(), 'working', { through: [] }],
      ['1m', subagentStop('sub'), 'waiting', { subagents: ['done'], event: 'SubagentStop' }],
    ],
  },
  {
    title: 'X-61 a lone SubagentStop makes no run',
    rows: [
      ['0s', stop(), 'waiting'],
      ['1s', subagentStop('compaction'), 'waiting', { subagents: [], through: [] }],
    ],
  },
  ...[
    preToolUse('Read', { agent: 'sub' }),
    postToolUse('Read', { agent: 'sub' }),
    permissionRequest('Read', { agent: 'sub' }),
  ].map((first): Story => {
    const name = first.event === 'hook' ? first.data.payload.hook_event_name : '';
    return {
      title: `X-61 a run is made by its first event if SubagentStart is lost: ${name}`,
      rows: [
        ['0s', prompt(), 'prompting'],
        ['1s', first, name === 'PermissionRequest' ? 'approval' : 'working', { subagents: ['running'] }],
      ],
    };
  }),
  {
    title: 'X-61 an end of its Agent call that says completed ends the run',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Agent', { id: 'a' }), 'working'],
      ['2s', subagentStart('sub'), 'working'],
      [
        '3s',
        postToolUse('Agent', { id: 'a', tool_response: { status: 'completed', agentId: 'sub' } }),
        'working',
        { subagents: ['done'] },
      ],
    ],
  },
  {
    title: 'X-62 a foreground run whose Agent call is open at Stop failed; a late SubagentStop corrects it',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Agent', { id: 'a' }), 'working'],
      ['2s', subagentStart('sub'), 'working'],
      ['3s', stop(), 'waiting', { subagents: ['failed'] }],
      ['4s', subagentStop('sub'), 'waiting', { subagents: ['done'], through: [] }],
    ],
  },
  {
    title: 'X-62 at the next prompt it failed too, and a background run goes on',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Agent', { id: 'a' }), 'working'],
      ['1.1s', preToolUse('Agent', { id: 'b' }), 'working'],
      ['2s', subagentStart('first'), 'working'],
      ['2.1s', subagentStart('second'), 'working'],
      ['3s', background('b', 'second'), 'working'],
      ['4s', prompt('stop that'), 'working', { subagents: ['failed', 'running'] }],
    ],
  },
  {
    title: 'X-62 a new session of the CLI fails what still ran',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Agent', { id: 'a' }), 'working'],
      ['2s', subagentStart('sub'), 'working'],
      ['3s', sessionStart({ source: 'startup' }), 'idle', { subagents: ['failed'] }],
      ['20m', nothing(), 'idle', { through: [] }],
    ],
  },
];

describe('subagents', () => {
  it.each(stories)('$title', ({ rows }) => play(rows));
});
