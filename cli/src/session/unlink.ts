import { connectGateway } from '../gateway-client.js';
import { answer, answerJson } from '../print.js';
import { findSession } from './find-session.js';
import type { CommonOptions, Outcome } from '../command.js';
import { SESSION_FIELDS, type Session } from './session-fields.js';

export interface UnlinkOptions extends CommonOptions {
  readonly requestId?: string;
}

export const unlink = async (id: string, options: UnlinkOptions): Outcome => {
  const client = connectGateway(options.home);
  const from = await findSession(client, id);
  const { unlinkSession } = await client.ask<{ unlinkSession: Session }>(
    `mutation($id: ID!, $requestId: ID) { unlinkSession(id: $id, requestId: $requestId) { ${SESSION_FIELDS} } }`,
    { id: from.id, requestId: options.requestId },
  );
  if (options.json) answerJson(unlinkSession);
  else answer(`${unlinkSession.id} shows conversation ${unlinkSession.cliSessionId} now, on a card of its own`);
};
