import type { GatewayClient } from '../gateway-client.js';
import { CliError } from '../exit.js';
import { SESSION_FIELDS, type Session } from './session-fields.js';

const notFound = (id: string): CliError =>
  new CliError({
    code: 'SESSION_NOT_FOUND',
    message: `There is no session ${id}.`,
    hint: 'List them with: pitwall session list --all',
  });

export const listSessions = async (
  client: GatewayClient,
  team: string | null,
  includeEnded: boolean,
): Promise<Session[]> => {
  const { sessions } = await client.ask<{ sessions: Session[] }>(
    `query($team: ID, $includeEnded: Boolean) { sessions(team: $team, includeEnded: $includeEnded) { ${SESSION_FIELDS} } }`,
    { team, includeEnded },
  );
  return sessions;
};

/** By id, or by the beginning of one that no other session shares. */
export const findSession = async (client: GatewayClient, id: string): Promise<Session> => {
  const { session } = await client.ask<{ session: Session | null }>(
    `query($id: ID!) { session(id: $id) { ${SESSION_FIELDS} } }`,
    { id },
  );
  if (session) return session;
  const candidates = (await listSessions(client, null, true)).filter((one) => one.id.startsWith(id));
  if (candidates.length > 1) {
    throw new CliError({
      code: 'SESSION_AMBIGUOUS',
      message: `${candidates.length} sessions begin with ${id}.`,
      hint: `Give more of it: ${candidates
        .slice(0, 5)
        .map((one) => one.id)
        .join(', ')}`,
    });
  }
  if (!candidates[0]) throw notFound(id);
  return candidates[0];
};
