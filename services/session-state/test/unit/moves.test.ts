import { describe, expect, it } from '@jest/globals';
import {
  hook,
  linked,
  linkedByHand,
  opened,
  permissionRequest,
  preToolUse,
  processGone,
  prompt,
  resumeTyped,
  sessionEnd,
  sessionStart,
  stop,
  subagentStart,
  teamChanged,
  terminalClosed,
  unlinked,
} from './happenings.js';
import { createStage, hostBack, hostGone, late, nothing, play, type Story } from './story.js';

const stories: Story[] = [
  {
    title: 'M-06 an unlinked card connects again, with S-08 from then on, and says where its conversation went',
    rows: [
      ['0s', linked(), 'connecting'],
      ['1s', prompt(), 'prompting'],
      ['2s', preToolUse('Agent', { id: 'a' }), 'working'],
      ['3s', subagentStart('sub'), 'working'],
      ['4s', permissionRequest('Bash', { request: 'rq-1' }), 'approval', { runs: 1 }],
      [
        '10s',
        unlinked('s-2'),
        'connecting',
        {
          rule: 'M-06',
          event: 'moved to card s-2',
          runs: 0,
          calls: [],
          subagents: [],
          requests: [],
          next: ['idle', '40s'],
        },
      ],
      ['40s', nothing(), 'idle', { rule: 'S-08' }],
    ],
  },
  {
    title: 'M-06 without an open terminal it has ended, for the same reason',
    rows: [
      ['0s', linked(), 'connecting'],
      ['1s', prompt(), 'prompting'],
      ['2s', terminalClosed(), 'ended'],
      ['3s', unlinked('s-2'), 'ended', { rule: 'M-06', event: 'moved to card s-2', runs: 0, next: null }],
    ],
  },
  {
    title: 'M-06 an earlier conversation takes its run with it, and nothing else',
    rows: [
      ['0s', linked('first'), 'connecting'],
      ['1s', sessionStart(), 'idle'],
      ['2s', linked(), 'idle', { runs: 2 }],
      ['3s', prompt(), 'prompting'],
      ['4s', unlinked('s-2', 'first'), 'prompting', { runs: 1, through: [] }],
    ],
  },
  {
    title: 'M-06 what is linked by hand brings its own past, older than what the card has seen',
    rows: [
      ['0s', linked('other'), 'connecting'],
      ['1s', prompt(), 'prompting'],
      ['2s', stop(), 'waiting'],
      ['3s', linkedByHand(), 'waiting', { runs: 2 }],
      ['3s', late(preToolUse('Read', { id: 'r' })), 'working', { calls: ['r'] }],
    ],
  },
  {
    title: 'R-02 a resume that was typed connects for two minutes, X-44 not for the 30 s',
    rows: [
      ['0s', linked(), 'connecting'],
      ['0s', sessionStart(), 'idle'],
      ['1s', sessionEnd(), 'ended', { runs: 1 }],
      ['10s', resumeTyped(), 'connecting', { rule: 'R-02', next: ['idle', '2m10s'] }],
      ['2m9s', nothing(), 'connecting'],
      ['2m10s', nothing(), 'idle', { rule: 'R-02', event: /timer resumeWindow: no hook yet: look at the terminal/ }],
    ],
  },
  {
    title: 'R-02 its SessionStart ends it; X-65 the resumed conversation is another run',
    rows: [
      ['0s', linked(), 'connecting'],
      ['0s', sessionStart(), 'idle'],
      ['1s', sessionEnd(), 'ended', { runs: 1 }],
      ['10s', resumeTyped(), 'connecting'],
      ['12s', sessionStart({ source: 'resume' }), 'idle', { runs: 2, through: ['idle'] }],
      ['20s', prompt(), 'prompting', { runs: 2 }],
    ],
  },
  {
    title: 'X-44 R-04 a conversation that can’t be resumed ends nothing: a fresh agent follows in the same card',
    rows: [
      ['0s', linked(), 'connecting'],
      ['0s', sessionStart(), 'idle'],
      ['1s', sessionEnd(), 'ended'],
      ['10s', resumeTyped(), 'connecting'],
      ['11s', sessionEnd('other'), 'connecting', { through: [] }],
      ['11.1s', processGone(), 'connecting', { through: [] }],
      ['12s', linked('fresh'), 'connecting', { runs: 2 }],
      ['12s', sessionStart(), 'idle'],
    ],
  },
  {
    title: 'R-01 a resume in a new terminal: the old one’s end is not the card’s',
    rows: [
      ['0s', linked(), 'connecting'],
      ['1s', sessionStart(), 'idle'],
      ['2s', terminalClosed(), 'ended'],
      ['10s', opened('term-2'), 'connecting', { rule: 'S-03', next: ['idle', '40s'] }],
      ['11s', resumeTyped('term-2'), 'connecting', { next: ['idle', '2m11s'] }],
      ['12s', terminalClosed(), 'connecting', { through: [] }],
      ['13s', sessionStart({ source: 'resume' }), 'idle'],
    ],
  },
  {
    title: 'G-01 X-64 a team: the leader is no member; G-02 it goes 15 s after the last member ended',
    rows: [
      ['0s', sessionStart(), 'idle'],
      ['1s', teamChanged('s-1', { 's-1': null, 's-2': null, 's-3': null }), 'idle', { team: ['s-1', 's-2', 's-3'] }],
      ['10s', teamChanged('s-1', { 's-2': 10, 's-3': null }), 'idle', { team: ['s-1', 's-2', 's-3'] }],
      ['20s', teamChanged('s-1', { 's-2': 10, 's-3': 20 }), 'idle', { next: null, through: [] }],
      ['34.9s', nothing(), 'idle', { team: ['s-1', 's-2', 's-3'] }],
      ['35s', nothing(), 'idle', { team: null, through: [] }],
    ],
  },
  {
    title: 'G-02 of a leader or member that has ended too, and not while its host is out of reach',
    rows: [
      ['0s', sessionStart(), 'idle'],
      ['1s', teamChanged('s-9', { 's-1': null }), 'idle'],
      ['5s', sessionEnd(), 'ended'],
      ['5s', teamChanged('s-9', { 's-1': 5 }), 'ended', { team: ['s-9', 's-1'] }],
      ['6s', hostGone(), 'ended'],
      ['1m', nothing(), 'ended', { team: ['s-9', 's-1'] }],
      ['1m', hostBack(), 'ended', { team: null, through: [] }],
    ],
  },
  {
    title: 'G-02 a member that comes back keeps the team',
    rows: [
      ['0s', sessionStart(), 'idle'],
      ['1s', teamChanged('s-1', { 's-2': 1 }), 'idle'],
      ['10s', teamChanged('s-1', { 's-2': null }), 'idle'],
      ['1h', nothing(), 'idle', { team: ['s-1', 's-2'] }],
    ],
  },
  {
    title: 'G-01 an older telling of a team says nothing new',
    rows: [
      ['0s', sessionStart(), 'idle'],
      ['1s', teamChanged('s-1', { 's-2': null, 's-3': null }), 'idle'],
      ['2s', late(teamChanged('s-1', { 's-2': null })), 'idle', { team: ['s-1', 's-2', 's-3'] }],
    ],
  },
  {
    title: 'S-08 an agent that was only seen elsewhere, and sends no hook, doesn’t connect for ever',
    rows: [
      ['0s', opened(null), 'connecting'],
      ['30s', nothing(), 'idle', { rule: 'S-08' }],
      ['31s', hook('Stop'), 'waiting'],
    ],
  },
];

describe('conversations, terminals and teams that come and go', () => {
  it.each(stories)('$title', ({ rows }) => play(rows));

  it('M-06 nothing of the conversation is left on the card', () => {
    const stage = createStage();
    const story = [linked(), prompt(), preToolUse('Bash'), unlinked('s-2')];
    story.forEach((happening, i) => stage.at(`${i}s`, happening));
    expect(stage.card()).toMatchObject({ cliSessionId: null, match: null, now: null, runs: [], requests: [] });
  });
});
