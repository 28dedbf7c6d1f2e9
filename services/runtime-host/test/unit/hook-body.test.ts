import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hookPayload } from '@pitwall/contracts';
import { cleanJson } from '../../src/core/clean-json.js';
import { readHookBody, shrinkPayload } from '../../src/core/hook-body.js';

const hook = (fields: object) => JSON.stringify({ session_id: 's-1', hook_event_name: 'Stop', ...fields });

describe('readHookBody', () => {
  it.each([
    ['', 'not-json'],
    ['{', 'not-json'],
    ['[]', 'not-a-hook'],
    ['null', 'not-a-hook'],
    ['7', 'not-a-hook'],
    ['{"session_id":"s"}', 'not-a-hook'],
    ['{"hook_event_name":"Stop"}', 'bad-session-id'],
    ['{"hook_event_name":"Stop","session_id":""}', 'bad-session-id'],
    ['{"hook_event_name":"Stop","session_id":"a b"}', 'bad-session-id'],
    [`{"hook_event_name":"Stop","session_id":"${'a'.repeat(129)}"}`, 'bad-session-id'],
    ['{"hook_event_name":"Stop","session_id":"../x"}', 'bad-session-id'],
    [hook({ cwd: 5 }), 'not-a-hook'],
    [`{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'too-deep'],
  ])('refuses %.40s as %s', (text, reason) => {
    expect(readHookBody(text)).toMatchObject({ ok: false, reason });
  });

  it('makes text storable and keeps emoji', () => {
    const body = readHookBody(hook({ prompt: 'a\u0000b', list: ['\ud800', '😀'], 'k\u0000': 1 }));
    expect(body).toMatchObject({ ok: true, payload: { prompt: 'a\ufffdb', list: ['\ufffd', '😀'], 'k\ufffd': 1 } });
  });

  it('cannot be used to set a prototype', () => {
    const body = readHookBody(
      '{"session_id":"s","hook_event_name":"Stop","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    );
    expect(body.ok).toBe(true);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(body.ok && Object.hasOwn(body.payload, '__proto__')).toBe(false);
  });

  it('leaves out named fields that are null and cuts those that are no names', () => {
    const body = readHookBody(hook({ model: null, tool_name: 'x'.repeat(9000) }));
    expect(body).toMatchObject({ ok: true, truncated: true });
    expect(body.ok && body.payload.model).toBeUndefined();
    expect(body.ok && body.payload.tool_name).toHaveLength(4096);
  });

  it('lets nothing through that the contract refuses', () => {
    const field = fc.constantFrom(
      'cwd',
      'model',
      'effort',
      'reason',
      'tool_name',
      'agent_id',
      'prompt',
      'tool_input',
      'x',
    );
    fc.assert(
      fc.property(fc.dictionary(field, fc.jsonValue()), (fields) => {
        const body = readHookBody(hook(fields));
        if (body.ok) expect(hookPayload.safeParse(body.payload).success).toBe(true);
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});

describe('shrinkPayload', () => {
  it('makes a payload fit by cutting its longest texts and nothing else', () => {
    const payload = { id: 'x', tool_response: { stdout: '😀'.repeat(200_000), code: 0 }, small: 'y'.repeat(100) };
    expect(shrinkPayload(payload, 100_000)).toBe(true);
    expect(payload.small).toHaveLength(100);
    expect(payload.tool_response.stdout.length).toBeLessThanOrEqual(8192);
    expect(payload.tool_response.stdout).not.toMatch(/[\ud800-\udbff]$/);
  });

  it('says when it can’t', () => {
    expect(shrinkPayload({ list: Array.from({ length: 50_000 }, () => 12345) }, 1000)).toBe(false);
  });
});

describe('cleanJson', () => {
  it('is idempotent on anything', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const once = cleanJson(structuredClone(value));
        expect(cleanJson(structuredClone(once))).toEqual(once);
      }),
      { seed: 3, numRuns: 300 },
    );
  });
});
