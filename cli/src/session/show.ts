import { connectGateway } from '../gateway-client.js';
import { answer, answerJson } from '../print.js';
import { describeSession } from './describe-session.js';
import { findSession } from './find-session.js';
import type { CommonOptions, Outcome } from '../command.js';

export const show = async (id: string, options: CommonOptions): Outcome => {
  const session = await findSession(connectGateway(options.home), id);
  if (options.json) answerJson(session);
  else answer(describeSession(session, Date.now()).join('\n'));
};
