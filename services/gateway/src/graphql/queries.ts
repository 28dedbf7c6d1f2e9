import { hostViews } from './host-view.js';
import { stackStatus } from '../io/stack-status.js';
import { findCard, wantedCards, type SessionFilter } from './access.js';
import type { GraphqlContext } from './context.js';
import { viewOf, type SessionView } from './session-view.js';

const newestFirst = (a: SessionView, b: SessionView): number => (a.createdAt < b.createdAt ? 1 : -1);

export const queries = {
  sessions: (_: unknown, filter: SessionFilter, context: GraphqlContext) =>
    context.cards.all().filter(wantedCards(context.principal, filter)).map(viewOf).sort(newestFirst),

  session: async (_: unknown, { id }: { id: string }, context: GraphqlContext) => {
    const card = await findCard(context, id);
    return card && viewOf(card);
  },

  hosts: (_: unknown, _args: unknown, { db, hosts }: GraphqlContext) => hostViews(db, hosts),

  viewer: (_: unknown, _args: unknown, { principal }: GraphqlContext) => ({ name: principal.name }),

  parts: (_: unknown, _args: unknown, context: GraphqlContext) => stackStatus(context),
};

export const sessionFields = {
  history: async (session: SessionView, _args: unknown, { sessions }: GraphqlContext) => {
    const { history } = await sessions('history', session.id, { sessionId: session.id });
    return history.map(({ status, reason }) => ({ status, reason: { ...reason, quiet: false, next: null } }));
  },
};
