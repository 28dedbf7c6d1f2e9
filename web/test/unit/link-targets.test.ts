import { describe, expect, it } from '@jest/globals';
import { linkTargets } from '../../src/features/session/link-targets.js';
import { at, session } from './sessions.js';

describe('cards that could show a conversation', () => {
  it('M-06 are those of the same CLI on the same host, the newest first', () => {
    const own = session('own');
    const all = [
      own,
      session('older', { lastSignalAt: at(1) }),
      session('newer', { lastSignalAt: at(2) }),
      session('codex', { cli: 'codex' }),
      session('elsewhere', { hostId: 'other' }),
    ];
    expect(linkTargets(all, own).map(({ id }) => id)).toEqual(['newer', 'older']);
  });
});
