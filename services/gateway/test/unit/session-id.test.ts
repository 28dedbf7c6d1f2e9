import { describe, expect, it } from '@jest/globals';
import { sessionId, type RequestId } from '@pitwall/contracts';
import { sessionIdOf } from '../../src/graphql/session-id.js';

const of = (text: string) => sessionIdOf(text as RequestId);

describe('the id of a session that is started', () => {
  it('is the same for the same request and another for another one, however long their ids are', () => {
    const requests = [
      'a',
      'b',
      'r'.repeat(62),
      'r'.repeat(63),
      'r'.repeat(64),
      `${'r'.repeat(62)}x`,
      `${'r'.repeat(62)}xy`,
    ];
    const ids = requests.map(of);
    expect(new Set(ids).size).toBe(requests.length);
    expect(requests.map(of)).toEqual(ids);
    for (const id of ids) expect(sessionId.safeParse(id).success).toBe(true);
  });

  it('is new for each request without an id', () => {
    expect(sessionIdOf(null)).not.toBe(sessionIdOf(null));
  });
});
