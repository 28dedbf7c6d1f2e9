import { describe, it } from '@jest/globals';
import { permissionRequest, postToolUse, preToolUse, prompt } from './happenings.js';
import { play, type Row, type Story } from './story.js';

const inTurn: Row = ['0s', prompt(), 'prompting'];

const stories: Story[] = [
  {
    title: 'X-23 a report pairs with the newest call of equal input, whatever its description',
    rows: [
      inTurn,
      ['1s', preToolUse('Bash', { id: 'a', input: { command: 'ls', description: 'List' } }), 'working'],
      ['1.1s', preToolUse('Bash', { id: 'b', input: { command: 'rm -r build' } }), 'working'],
      [
        '1.2s',
        permissionRequest('Bash', { input: { description: 'needs network', command: 'ls' }, request: 'rq-1' }),
        'approval',
        { requests: ['rq-1'], calls: ['a', 'b'] },
      ],
      ['1.5s', postToolUse('Bash', { id: 'a' }), 'working', { requests: [] }],
    ],
  },
  {
    title: 'X-23 the order in which an input’s fields are written is none of its content, however deep they lie',
    rows: [
      inTurn,
      [
        '1s',
        preToolUse('ExitPlanMode', { id: 'a', input: { plan: 'p', uses: [{ tool: 'Bash', prompt: 'x' }] } }),
        'working',
      ],
      [
        '1.1s',
        permissionRequest('ExitPlanMode', {
          input: { uses: [{ prompt: 'x', tool: 'Bash' }], plan: 'p' },
          request: 'rq-1',
        }),
        'input',
        { requests: ['rq-1'], calls: ['a'] },
      ],
      ['9s', postToolUse('ExitPlanMode', { id: 'a' }), 'working', { requests: [], calls: [] }],
    ],
  },
  {
    title: 'X-23 a report that overtakes its PreToolUse is a dialog of its own, which the call’s end closes',
    rows: [
      inTurn,
      ['1s', permissionRequest('Bash', { id: 'a', request: 'rq-1' }), 'approval', { requests: ['rq-1'] }],
      ['1.05s', preToolUse('Bash', { id: 'a' }), 'approval'],
      ['5s', postToolUse('Bash', { id: 'a' }), 'working', { calls: [] }],
    ],
  },
];

describe('which call a dialog is about', () => {
  it.each(stories)('$title', ({ rows }) => play(rows));
});
