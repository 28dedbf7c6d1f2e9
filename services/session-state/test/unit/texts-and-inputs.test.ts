import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { card, cutText, isStorable } from '@pitwall/contracts';
import { requestedSession } from '../../src/core/new-session.js';
import { textField } from '../../src/core/payload-text.js';
import {
  permissionRequest,
  preToolUse,
  prompt,
  processGone,
  sessionStart,
  stop,
  subagentStart,
  type Happening,
} from './happenings.js';
import { createStage } from './story.js';

const after = (...happened: Happening[]) => {
  const stage = createStage();
  happened.forEach((happening, i) => stage.at(`${i + 1}s`, happening));
  return stage;
};

/** What stands for a value of more than 8 KB. */
const byReference = (value: unknown) => {
  const json = JSON.stringify(value);
  const head = (typeof value === 'string' ? value : json).slice(0, 8192);
  return { $ref: { sha256: 'a'.repeat(64), bytes: json.length, head } };
};

const saidAtTheEnd = (line: string): Happening => {
  const { event, data } = processGone();
  return { event, data: { ...data, lastLines: [line] } } as Happening;
};

describe('texts that are cut', () => {
  const long = (at: number) => `${'a'.repeat(at - 1)}😀 and more`;

  it.each<[string, Happening[]]>([
    ['a prompt', [prompt(long(200))]],
    ['a tool’s argument', [prompt(), preToolUse('Bash', { input: { command: long(200) } })]],
    ['the last words', [prompt(), stop({ last_assistant_message: long(200) })]],
    ['a subagent’s task', [preToolUse('Agent', { input: { description: long(100) } }), subagentStart('s'), stop()]],
    ['a long task', [preToolUse('Agent', { input: { description: long(500) } }), subagentStart('s'), stop()]],
    ['the terminal’s last words', [saidAtTheEnd(long(200))]],
  ])('%s never ends in half a character, which no table could keep', (_what, happened) => {
    const stage = after(...happened);
    expect(JSON.stringify([stage.session(), stage.card()])).not.toMatch(/\\ud[89a-f]/);
  });

  it('a folder’s name never ends in half a character', () => {
    const request = {
      requestId: 'r',
      sessionId: 's',
      team: 'home',
      hostId: 'h',
      cli: 'claude',
      cwd: `/w/${long(200)}`,
    };
    const nothing = { title: null, prompt: null, model: null, permissionMode: null, room: null };
    const session = requestedSession({ ...request, ...nothing } as Parameters<typeof requestedSession>[0], 0);
    expect(session.title).toBe('a'.repeat(199));
  });

  it('a cut text is storable if the whole one is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, length) => {
        const cut = cutText(text, length);
        expect(cut.length).toBeLessThanOrEqual(Math.max(length, 0));
        expect(text.startsWith(cut) && (isStorable(cut) || !isStorable(text))).toBe(true);
      }),
    );
  });
});

describe('inputs of any shape', () => {
  it.each([null, 7, '#/definitions/x', [], { head: 'x' }, { sha256: 1, bytes: 2, head: 3 }])(
    'a tool’s own `$ref` (%j) is an input like any other',
    ($ref) => {
      const input = { $ref, more: 1 };
      const stage = after(
        sessionStart(),
        preToolUse('mcp__x__y', { input }),
        permissionRequest('mcp__x__y', { input, request: 'rq-1' }),
      );
      const shown = stage.card();
      expect(card.schema.safeParse(JSON.parse(JSON.stringify(shown))).error).toBeUndefined();
      expect(shown).toMatchObject({ status: 'approval', requests: [{ id: 'rq-1', input, inputRef: null }] });
    },
  );

  it('what travels by reference is still told from its beginning', () => {
    expect(after(prompt('', { prompt: byReference('word '.repeat(4000)) })).card().now?.text).toMatch(/^word word/);
    const write = preToolUse('Write', { input: byReference({ file_path: '/a "b"', content: 'x'.repeat(9000) }) });
    expect(after(write).card().now).toMatchObject({ tool: 'Write', text: '/a "b"' });
    const agent = preToolUse('Agent', { input: byReference({ description: 'Look', prompt: 'x'.repeat(9000) }) });
    expect(after(agent, subagentStart('s')).card().subagents).toMatchObject([{ task: 'Look' }]);
  });

  it('X-20 a long notification that the CLI made itself is no typed prompt', () => {
    const text = `<task-notification>${'x'.repeat(9000)}</task-notification>`;
    const asked = [
      preToolUse('Bash', { agent: 'sub', id: 'b' }),
      permissionRequest('Bash', { agent: 'sub', id: 'b', request: 'rq-1' }),
    ];
    const notified = after(prompt(), ...asked, prompt('', { prompt: byReference(text) }));
    expect(notified.card().requests).toHaveLength(1);
  });

  it.each([
    ['{"a":"x\\"y","b":"z', 'a', 'x"y'],
    ['{"a":"x\\"y","b":"z', 'b', 'z'],
    ['{"b":"z\\u00', 'b', 'z'],
    ['{"b":"z\\', 'b', 'z'],
    ['{"b":7', 'b', null],
    ['{"c":"\\"b\\":\\"no\\""', 'b', null],
  ])('of the beginning %s the field %s is %j', (head, key, wanted) => {
    expect(textField({ $ref: { sha256: '', bytes: 1, head } }, key)).toBe(wanted);
  });
});
