import { describe, expect, it } from '@jest/globals';
import { EVIDENCE_MAX, isStorable } from '@pitwall/contracts';
import { evidenceText } from '../../src/core/routed.js';

describe('M-06 the evidence of a link', () => {
  it('is cut to what its message holds, and never in the middle of a character', () => {
    const long = `${'x'.repeat(EVIDENCE_MAX - 1)}😀 and more`;
    expect(evidenceText(long)).toBe('x'.repeat(EVIDENCE_MAX - 1));
    expect(isStorable(evidenceText(long))).toBe(true);
    expect(evidenceText('short')).toBe('short');
  });
});
