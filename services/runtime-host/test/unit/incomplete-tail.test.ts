import { describe, expect, it } from '@jest/globals';
import { incompleteTail } from '../../src/core/incomplete-tail.js';

describe('F-48 incompleteTail', () => {
  it.each([
    ['abc', ''],
    ['abc\x1b', '\x1b'],
    ['abc\x1b[', '\x1b['],
    ['abc\x1b[?1049', '\x1b[?1049'],
    ['abc\x1b[?1049h', ''],
    ['abc\x1b[1mxyz', ''],
    ['\x1b]0;tit', '\x1b]0;tit'],
    ['\x1b]0;title\x07', ''],
    ['\x1b]0;title\x1b', '\x1b'],
    ['\x1b]0;title\x1b\\', ''],
    ['\x1bP1;2q~~~', '\x1bP1;2q~~~'],
    ['\x1b(', '\x1b('],
    ['\x1b(B', ''],
    ['', ''],
  ])('%j keeps %j back', (text, tail) => {
    const bytes = Buffer.from(text);
    expect(bytes.subarray(incompleteTail(bytes)).toString()).toBe(tail);
  });

  it('F-46 keeps back a character that isn’t complete', () => {
    const emoji = Buffer.from('x😀');
    for (let length = 2; length < emoji.length; length++) expect(incompleteTail(emoji.subarray(0, length))).toBe(1);
    expect(incompleteTail(emoji)).toBe(emoji.length);
  });
});
