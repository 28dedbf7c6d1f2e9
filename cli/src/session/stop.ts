import { connectGateway } from '../gateway-client.js';
import { answer, answerJson } from '../print.js';
import { findSession } from './find-session.js';
import type { CommonOptions, Outcome } from '../command.js';
import { SESSION_FIELDS, type Session } from './session-fields.js';

export const stop = async (id: string, options: CommonOptions): Outcome => {
  const client = connectGateway(options.home);
  const { id: sessionId } = await findSession(client, id);
  const { stopSession } = await client.ask<{ stopSession: Session }>(
    `mutation($id: ID!) { stopSession(sessionId: $id) { ${SESSION_FIELDS} } }`,
    { id: sessionId },
  );
  if (options.json) answerJson(stopSession);
  else answer(`stopping ${sessionId}: its terminal and all that runs in it`);
};
