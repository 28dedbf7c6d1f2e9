import { connectGateway } from '../gateway-client.js';
import { answer, answerJson } from '../print.js';
import { findSession } from './find-session.js';
import type { CommonOptions, Outcome } from '../command.js';
import { SESSION_FIELDS, type Session } from './session-fields.js';

export interface RelinkOptions extends CommonOptions {
  readonly to: string;
  readonly requestId?: string;
}

export const relink = async (id: string, options: RelinkOptions): Outcome => {
  const client = connectGateway(options.home);
  const [from, to] = await Promise.all([findSession(client, id), findSession(client, options.to)]);
  const { relinkSession } = await client.ask<{ relinkSession: Session }>(
    `mutation($id: ID!, $to: ID!, $requestId: ID) {
      relinkSession(id: $id, to: $to, requestId: $requestId) { ${SESSION_FIELDS} }
    }`,
    { id: from.id, to: to.id, requestId: options.requestId },
  );
  if (options.json) answerJson(relinkSession);
  else answer(`${relinkSession.id} shows conversation ${relinkSession.cliSessionId} now; ${from.id} gave it away`);
};
