import { join } from 'node:path';
import { encodeAccount, encodeOperator } from '@nats-io/jwt';
import { readTextFile, writePrivateFile } from './home.js';
import { UNLIMITED } from './nats-limits.js';
import type { NatsKeys } from './nats-keys.js';

/** What a server of Pitwall's needs to know; all paths as the server sees them, except `tokens`. */
export interface NatsSettings {
  readonly keys: NatsKeys;
  /** Folder of ours in which the tokens made for the server are kept. */
  readonly tokens: string;
  /** `127.0.0.1:4222` */
  readonly listen: string;
  readonly accounts: string;
  readonly jetstream: string;
  readonly pidFile?: string;
  /** Further accounts that the server knows from its start, by public key. */
  readonly preload?: Readonly<Record<string, string>>;
}

const quoted = (text: string): string => JSON.stringify(text);

/** JWTs hold the time they were made, so they are made once: a server whose settings stay the same isn't restarted. */
export const keptJwt = async (path: string, make: () => Promise<string>): Promise<string> => {
  const found = readTextFile(path);
  if (found !== null) return found;
  const token = await make();
  writePrivateFile(path, token);
  return token;
};

/** Operator mode: the server knows the operator and the preloaded accounts; others come over the bus. */
export const natsConfig = async (settings: NatsSettings): Promise<string> => {
  const { keys, tokens, listen, accounts, jetstream, pidFile, preload = {} } = settings;
  const system = keys.system.getPublicKey();
  const operatorToken = await keptJwt(join(tokens, 'operator.jwt'), () =>
    encodeOperator('pitwall', keys.operator, { system_account: system }),
  );
  const systemToken = await keptJwt(join(tokens, 'system.jwt'), () =>
    encodeAccount('SYS', keys.system, { limits: UNLIMITED }, { signer: keys.operator }),
  );
  const known = Object.entries({ [system]: systemToken, ...preload }).map(([key, jwt]) => `${key}: ${quoted(jwt)}`);
  return [
    `server_name: ${quoted('pitwall')}`,
    `listen: ${quoted(listen)}`,
    ...(pidFile === undefined ? [] : [`pid_file: ${quoted(pidFile)}`]),
    `operator: ${quoted(operatorToken)}`,
    `system_account: ${quoted(system)}`,
    `resolver: { type: full, dir: ${quoted(accounts)}, allow_delete: false, interval: "2m" }`,
    `resolver_preload: { ${known.join(', ')} }`,
    `jetstream: { store_dir: ${quoted(jetstream)} }`,
    '',
  ].join('\n');
};
