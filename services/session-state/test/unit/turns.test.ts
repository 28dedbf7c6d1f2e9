import { describe, expect, it } from '@jest/globals';
import type { TurnId } from '@pitwall/contracts';
import { reduce } from '../../src/core/reduce.js';
import { sendText } from '../../src/core/requests.js';
import type { Session } from '../../src/core/session.js';
import { STANDARD_TIMERS } from '@pitwall/contracts';
import { prompt, sessionStart, turnTyped, type Happening } from './happenings.js';
import { beginning, eventOf } from './turn-stories.js';

/** A session to which turns were sent, and then this happened. */
function after(texts: readonly string[], ...happened: Happening[]): string[] {
  let session: Session = beginning();
  let seq = 2;
  const apply = (what: Happening): void => {
    session = reduce(session, eventOf({ what, seq, t: 1_000_000 + seq * 100 }), STANDARD_TIMERS).state;
    seq += 1;
  };
  apply(sessionStart());
  texts.forEach((text, i) => {
    session = sendText(session, text, `turn-${i}` as TurnId).state;
  });
  happened.forEach(apply);
  return session.turns.map(({ text, phase }) => `${text} ${phase}`);
}

describe('turns that were sent', () => {
  it('Q-01 a prompt takes away the turn with its text', () => {
    expect(after(['go on'], turnTyped('turn-0'), prompt('go on\n'))).toEqual([]);
  });

  it('Q-01 what a person types in the terminal takes nobody’s turn away', () => {
    expect(after(['go on'], turnTyped('turn-0'), prompt('something else'))).toEqual(['go on delivered']);
  });

  it('Q-01 a prompt that is told before its turn counts as typed takes it away all the same', () => {
    expect(after(['go on'], prompt('go on'), turnTyped('turn-0'))).toEqual([]);
  });

  it('X-03 a second report of one prompt takes no second turn of that text', () => {
    const typed = [turnTyped('turn-0'), turnTyped('turn-1')];
    const told = prompt('go on', { prompt_id: 'p-1' });
    expect(after(['go on', 'go on'], ...typed, told, told)).toEqual(['go on delivered']);
    expect(after(['go on', 'go on'], ...typed, told, prompt('go on', { prompt_id: 'p-2' }))).toEqual([]);
  });

  it('Q-01 a long prompt that travels by reference is known by its beginning', () => {
    const text = 'a'.repeat(9_000);
    const head = text.slice(0, 8_000);
    const long = prompt('', { prompt: { $ref: { sha256: 'x', bytes: 9_000, head } } });
    expect(after([text], turnTyped('turn-0'), long)).toEqual([]);
    expect(after(['b'.repeat(9_000)], turnTyped('turn-0'), long)).toHaveLength(1);
  });

  it('Q-01 a synthetic prompt takes none', () => {
    expect(after(['go on'], turnTyped('turn-0'), prompt('<task-notification>go on'))).toEqual(['go on delivered']);
  });
});
