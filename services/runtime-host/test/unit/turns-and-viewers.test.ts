import { describe, expect, it } from '@jest/globals';
import { largeValues } from '../../src/core/place-bodies.js';
import { turnKeys } from '../../src/core/turn-keys.js';
import { smallestSize, someoneKeepsUp, type Viewer } from '../../src/core/viewers.js';

describe('turnKeys', () => {
  it('F-55 pastes many lines as one text', () => {
    expect(turnKeys('a\nb\r\nc', true)).toEqual({ ok: true, text: '\x1b[200~a\rb\rc\x1b[201~', settleMs: 500 });
  });

  it('waits longer where a menu opens', () => {
    expect(turnKeys('/compact', true)).toMatchObject({ settleMs: 800 });
  });

  it('lets a text press no keys', () => {
    expect(turnKeys('x\x1b[201~\x03rm -rf\x04\u009b', true)).toMatchObject({ text: '\x1b[200~x[201~rm -rf\x1b[201~' });
  });

  it('refuses several lines where they would be several turns, and nothing at all', () => {
    expect(turnKeys('a\nb', false).ok).toBe(false);
    expect(turnKeys(' \n', true).ok).toBe(false);
  });
});

describe('viewers', () => {
  const viewer = (ackedOffset: number): Viewer => ({ cols: 80, rows: 24, ackedOffset, heardAt: 0, needsScreen: false });

  it('F-50 takes the smallest of each direction, and the last size when nobody is left', () => {
    expect(
      smallestSize([
        { cols: 160, rows: 40 },
        { cols: 45, rows: 50 },
      ]),
    ).toEqual({ cols: 45, rows: 40 });
    expect(smallestSize([{ cols: 160, rows: 40 }])).toEqual({ cols: 160, rows: 40 });
    expect(smallestSize([])).toBeNull();
  });

  it('publishes as long as one viewer keeps up', () => {
    expect(someoneKeepsUp([viewer(0), viewer(900)], 1000, 200)).toBe(true);
    expect(someoneKeepsUp([viewer(0), viewer(700)], 1000, 200)).toBe(false);
  });
});

describe('largeValues', () => {
  it('places what is large, never a named field, and keeps which calls a batch holds', () => {
    const payload: Record<string, unknown> = {
      tool_name: 'x'.repeat(9000),
      prompt: '😀'.repeat(5000),
      tool_calls: [{ tool_use_id: 'a', tool_response: 'y'.repeat(20_000) }, { tool_use_id: 'b' }],
    };
    for (const { bytes, body, replace } of largeValues(payload, 8192)) {
      expect(Buffer.byteLength(body.head)).toBeLessThanOrEqual(8192);
      expect(bytes).toBe(Buffer.byteLength(body.json));
      replace('placed');
    }
    expect(payload).toEqual({
      tool_name: 'x'.repeat(9000),
      prompt: 'placed',
      tool_calls: [{ tool_use_id: 'a', tool_response: 'placed' }, { tool_use_id: 'b' }],
    });
  });
});
