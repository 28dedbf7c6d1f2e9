import { describe, expect, it } from '@jest/globals';
import {
  hook,
  permissionRequest,
  postToolUse,
  preToolUse,
  prompt,
  sessionStart,
  stop,
  subagentStart,
  subagentStop,
} from './happenings.js';
import { createStage, late, nothing, play, type Story } from './story.js';

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

const more: Story[] = [
  {
    title: 'X-62 the dialog of a foreground run that failed goes with it',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Agent', { id: 'a' }), 'working'],
      ['2s', subagentStart('sub'), 'working'],
      ['3s', permissionRequest('Bash', { agent: 'sub', request: 'rq-1' }), 'approval'],
      ['4s', stop(), 'waiting', { subagents: ['failed'], requests: [] }],
    ],
  },
  {
    title: 'X-62 a late Stop fails only runs that its turn began',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', preToolUse('Agent', { id: 'a' }), 'working'],
      ['1.1s', subagentStart('sub'), 'working'],
      ['1.2s', late(stop()), 'waiting', { subagents: ['failed'] }],
      ['2s', prompt('again'), 'prompting'],
      ['2.1s', preToolUse('Agent', { id: 'b' }), 'working'],
      ['2.1s', late(stop()), 'working', { calls: ['b'] }],
    ],
  },
  {
    title: 'X-61 X-02 a SubagentStart that comes behind its SubagentStop makes a run that is done',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', subagentStop('sub'), 'prompting', { subagents: [] }],
      ['1.1s', late(subagentStart('sub')), 'prompting', { subagents: ['done'] }],
    ],
  },
  {
    title: 'X-61 an agent that is started again is another run',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', subagentStart('mate'), 'working'],
      ['2s', subagentStop('mate'), 'prompting', { subagents: ['done'] }],
      ['3s', subagentStart('mate'), 'working', { subagents: ['done', 'running'] }],
    ],
  },
  {
    title: 'X-14 idle_prompt over a background run changes nothing where the leader rests already',
    rows: [
      ['0s', prompt(), 'prompting'],
      ['1s', subagentStart('sub'), 'working'],
      ['2s', stop(), 'working', { rule: 'X-60' }],
      ['3m', hook('Notification', { notification_type: 'idle_prompt' }), 'working', { through: [] }],
      ['4m', subagentStop('sub'), 'waiting', { next: ['idle', '9m'] }],
    ],
  },
];

describe('subagents', () => {
  it.each([...stories, ...more])('$title', ({ rows }) => play(rows));

  const runAfter = (...happened: Parameters<ReturnType<typeof createStage>['at']>[1][]) => {
    const stage = createStage();
    happened.forEach((what, i) => stage.at(`${i * 100}ms`, what));
    return stage.card().subagents[0];
  };
  const path = '/home/dev/.claude/projects/-p/72c1.jsonl';

  it('G-03 tells where its transcript is: beside the session’s', () => {
    expect(runAfter(hook('SubagentStart', { agent: 'a3', transcript_path: path }))?.transcriptPath).toBe(
      '/home/dev/.claude/projects/-p/72c1/subagents/agent-a3.jsonl',
    );
  });

  it('G-03 or where its SubagentStop says', () => {
    const stopped = hook('SubagentStop', { agent: 'a3', transcript_path: path, agent_transcript_path: '/t/agent-a3' });
    expect(runAfter(subagentStart('a3'), stopped)?.transcriptPath).toBe('/t/agent-a3');
    expect(runAfter(subagentStart('a3'), subagentStop('a3'))?.transcriptPath).toBeNull();
  });

  it('G-03 counts a call once, whichever of its two hooks came', () => {
    const call = { agent: 'a3', id: 'c-1' };
    expect(runAfter(preToolUse('Read', call), postToolUse('Read', call))?.toolCount).toBe(1);
    expect(runAfter(postToolUse('Read', call), late(preToolUse('Read', call)))?.toolCount).toBe(1);
    expect(runAfter(postToolUse('Read', call))?.toolCount).toBe(1);
  });

  it('G-03 takes its task from its first prompt where no Agent call tells it (Codex)', () => {
    const told = hook('UserPromptSubmit', { agent: 'a3', prompt: 'count the files' });
    expect(runAfter(subagentStart('a3'), told)).toMatchObject({ task: 'count the files', status: 'running' });
  });
});
