import { describe, expect, it } from '@jest/globals';
import type { Card, SessionVerb } from '@pitwall/contracts';
import { NotReachable, RemoteError } from '@pitwall/service-kit';
import { demandCard, findCard } from '../../src/graphql/access.js';

const card = (id: string): Card => ({ id, team: 'home', status: 'connecting', archived: false }) as Card;

/** A gateway to whose feed `known` have come, in front of an owner that answers so. */
function gateway(known: string[], owner: (id: string) => Card) {
  const asked: string[] = [];
  const sessions = async (verb: SessionVerb, id: string) => {
    asked.push(`${verb} ${id}`);
    return { card: owner(id) } as never;
  };
  const cards = { get: (id: string) => (known.includes(id) ? card(id) : undefined) };
  return { asked, context: { cards, sessions, principal: { kind: 'owner', name: 'ada' } } as never };
}

const unknown = (id: string): Card => {
  throw new RemoteError({ code: 'SESSION_NOT_FOUND', message: `There is no session ${id}.`, hint: null });
};

describe('finding a session', () => {
  it('P-03 one that came by the feed is found without asking anybody', async () => {
    const { asked, context } = gateway(['s-1'], unknown);
    expect(await findCard(context, 's-1')).toMatchObject({ id: 's-1' });
    expect(asked).toEqual([]);
  });

  it('one that was started a moment ago is found at its owner, so that it can be stopped at once', async () => {
    const { asked, context } = gateway([], card);
    expect(await demandCard(context, 's-2')).toMatchObject({ id: 's-2' });
    expect(asked).toEqual(['show s-2']);
  });

  it('one that nobody knows is refused, and so is what is no id', async () => {
    const { asked, context } = gateway([], unknown);
    await expect(demandCard(context, 's-3')).rejects.toMatchObject({ extensions: { code: 'SESSION_NOT_FOUND' } });
    await expect(demandCard(context, 'no id.>')).rejects.toMatchObject({ extensions: { code: 'SESSION_NOT_FOUND' } });
    expect(asked).toEqual(['show s-3']);
  });

  it('an owner that does not answer is no missing session', async () => {
    const { context } = gateway([], () => {
      throw new NotReachable('session-state');
    });
    await expect(findCard(context, 's-4')).rejects.toBeInstanceOf(NotReachable);
  });
});
