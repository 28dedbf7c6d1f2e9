import { listHosts } from '../io/directory-store.js';
import { stackStatus } from '../io/stack-status.js';
import { wantedCards, type SessionFilter } from './access.js';
import type { GraphqlContext } from './context.js';
import { viewOf, type SessionView } from './session-view.js';

const newestFirst = (a: SessionView, b: SessionView): number => (a.createdAt < b.createdAt ? 1 : -1);

export const queries = {
  sessions: (_: unknown, filter: SessionFilter, context: GraphqlContext) =>
    context.cards.all().filter(wantedCards(context.principal, filter)).map(viewOf).sort(newestFirst),

  session: (_: unknown, { id }: { id: string }, context: GraphqlContext) => {
    const card = context.cards.get(id);
    return card && wantedCards(context.principal, { includeEnded: true })(card) ? viewOf(card) : null;
  },

  hosts: async (_: unknown, _args: unknown, { db, hosts }: GraphqlContext) =>
    (await listHosts(db)).map((row) => {
      const sign = hosts.get(row.host_id);
      return {
        id: row.host_id,
        name: row.name,
        team: row.team_id,
        reachable: sign?.reachable ?? false,
        version: sign?.beat.version ?? null,
        terminals: sign?.beat.terminals ?? 0,
        waiting: sign ? Math.max(0, sign.beat.written - sign.beat.sent) : 0,
        lastSeenAt: sign ? new Date(sign.seenAt).toISOString() : null,
      };
    }),

  parts: (_: unknown, _args: unknown, context: GraphqlContext) => stackStatus(context),
};

export const sessionFields = {
  history: async (session: SessionView, _args: unknown, { sessions }: GraphqlContext) => {
    const { history } = await sessions('history', session.id, { sessionId: session.id });
    return history.map(({ status, reason }) => ({ status, reason: { ...reason, next: null } }));
  },
};
