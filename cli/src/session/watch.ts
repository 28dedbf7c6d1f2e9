import { connectGateway } from '../gateway-client.js';
import { answer, answerJson } from '../print.js';
import { describeRequests, inert, statusLine } from './describe-session.js';
import type { CommonOptions, Outcome } from '../command.js';
import { SESSION_FIELDS, type Session } from './session-fields.js';

export interface WatchOptions extends CommonOptions {
  readonly team?: string;
  readonly all?: boolean;
}

const SUBSCRIPTION = `subscription($team: ID, $includeEnded: Boolean) {
  sessions(team: $team, includeEnded: $includeEnded) { ${SESSION_FIELDS} }
}`;

/** First the sessions there are, then a line for each change; until it's interrupted. */
export const watch = async (options: WatchOptions): Outcome => {
  const client = connectGateway(options.home);
  const shown = new Map<string, string>();
  const variables = { team: options.team ?? null, includeEnded: options.all ?? false };
  for await (const { sessions: session } of client.follow<{ sessions: Session }>(SUBSCRIPTION, variables)) {
    if (options.json) answerJson(session);
    else print(session, shown);
  }
};

/** A person reads changes of status; a change of anything else alone is no news. */
const print = (session: Session, shown: Map<string, string>): void => {
  const news = `${session.status} ${session.statusReason.at}`;
  if (shown.get(session.id) === news) return;
  shown.set(session.id, news);
  answer(`${session.id}  ${inert(session.title)}  ${statusLine(session, Date.now())}`);
  for (const line of describeRequests(session)) answer(line);
};
