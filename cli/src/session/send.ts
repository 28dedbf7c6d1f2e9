import { connectGateway } from '../gateway-client.js';
import { answer, answerJson } from '../print.js';
import { findSession } from './find-session.js';
import type { CommonOptions, Outcome } from '../command.js';

export interface SendOptions extends CommonOptions {
  readonly requestId?: string;
}

export const send = async (id: string, text: string, options: SendOptions): Outcome => {
  const client = connectGateway(options.home);
  const { id: sessionId } = await findSession(client, id);
  const { sendText } = await client.ask<{ sendText: { turnId: string } }>(
    'mutation($sessionId: ID!, $text: String!, $requestId: ID) { sendText(sessionId: $sessionId, text: $text, requestId: $requestId) { turnId } }',
    { sessionId, text, requestId: options.requestId },
  );
  const { turnId } = sendText;
  if (options.json) answerJson({ sessionId, turnId, data: { submission: { turn_id: turnId } } });
  else answer(`accepted as ${turnId}; it is typed into the terminal`);
};
