import { resolve } from 'node:path';
import { connectGateway } from '../gateway-client.js';
import { answer, answerJson } from '../print.js';
import { SESSION_FIELDS, type Session } from './session-fields.js';
import type { CommonOptions, Outcome } from '../command.js';

export interface StartOptions extends CommonOptions {
  readonly cli: 'claude' | 'codex';
  readonly cwd: string;
  readonly host?: string;
  readonly title?: string;
  readonly prompt?: string;
  readonly model?: string;
  readonly permissionMode?: string;
  readonly room?: string;
  readonly requestId?: string;
}

export const start = async (options: StartOptions): Outcome => {
  const client = connectGateway(options.home);
  const { cli, host, title, prompt, model, permissionMode, room, requestId } = options;
  const { startSession: session } = await client.ask<{ startSession: Session }>(
    `mutation($input: StartSessionInput!) { startSession(input: $input) { ${SESSION_FIELDS} } }`,
    { input: { cli, cwd: resolve(options.cwd), hostId: host, title, prompt, model, permissionMode, room, requestId } },
  );
  if (options.json) answerJson(session);
  else {
    answer(`started ${session.id}`);
    answer(`  look at it: pitwall session attach ${session.id}`);
  }
};
