import type { HistoryEntry } from '@pitwall/contracts';
import { connectGateway } from '../gateway-client.js';
import { answer, answerJson, table } from '../print.js';
import { inert } from './describe-session.js';
import { findSession } from './find-session.js';
import type { CommonOptions, Outcome } from '../command.js';

export const history = async (id: string, options: CommonOptions): Outcome => {
  const client = connectGateway(options.home);
  const { id: sessionId } = await findSession(client, id);
  const { session } = await client.ask<{ session: { history: HistoryEntry[] } }>(
    'query($id: ID!) { session(id: $id) { history { status reason { rule event at guess } } } }',
    { id: sessionId },
  );
  if (options.json) return answerJson({ history: session.history });
  const rows = session.history.map(({ status, reason }) => [
    reason.at,
    reason.guess ? `${status}?` : status,
    reason.rule,
    inert(reason.event),
  ]);
  answer(table([['at', 'status', 'rule', 'because of'], ...rows]));
};
