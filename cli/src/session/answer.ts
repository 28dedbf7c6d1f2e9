import { CliError, EXIT } from '../exit.js';
import { connectGateway } from '../gateway-client.js';
import { answer as print, answerJson } from '../print.js';
import { findSession } from './find-session.js';
import type { CommonOptions, Outcome } from '../command.js';
import type { Session } from './session-fields.js';

export interface AnswerOptions extends CommonOptions {
  readonly allow?: boolean;
  readonly allowAlways?: boolean;
  readonly deny?: boolean;
  readonly message?: string;
  readonly requestId?: string;
}

const usage = (message: string, hint: string): CliError =>
  new CliError({ code: 'USAGE', message, hint, exit: EXIT.usage });

/** The request may be left out while the session has only one. */
const chooseRequest = (session: Session, given: string | undefined): string => {
  if (given !== undefined) return given;
  const [only, another] = session.requests;
  if (!only) {
    throw new CliError({
      code: 'REQUEST_NOT_OPEN',
      message: `Session ${session.id} has no open request.`,
      hint: `It is ${session.status}: pitwall session show ${session.id}`,
    });
  }
  if (another) throw usage('Several requests are open; name one.', session.requests.map((one) => one.id).join(', '));
  return only.id;
};

const behaviorOf = (options: AnswerOptions): 'allow' | 'allow_always' | 'deny' => {
  const said = [options.allow && 'allow', options.allowAlways && 'allow_always', options.deny && 'deny'] as const;
  const [behavior, another] = said.filter((one) => one !== undefined && one !== false);
  if (behavior && !another) return behavior;
  throw usage(
    'Say one of --allow, --allow-always and --deny.',
    'pitwall session answer ID REQUEST --allow | --allow-always | --deny [--message TEXT]',
  );
};

export const answer = async (id: string, given: string | undefined, options: AnswerOptions): Outcome => {
  const behavior = behaviorOf(options);
  if (options.message !== undefined && !options.deny)
    throw usage('A message goes with --deny.', 'Leave it out to allow.');
  const client = connectGateway(options.home);
  const session = await findSession(client, id);
  const request = chooseRequest(session, given);
  const { answerRequest } = await client.ask<{ answerRequest: { commandId: string } }>(
    'mutation($input: AnswerRequestInput!) { answerRequest(input: $input) { sessionId request commandId } }',
    { input: { sessionId: session.id, request, behavior, message: options.message, requestId: options.requestId } },
  );
  if (options.json) answerJson(answerRequest);
  else print(`sent: ${behavior}; the dialog closes when the agent has taken it`);
};
