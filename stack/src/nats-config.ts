import { join } from 'node:path';
import { encodeAccount, encodeOperator } from '@nats-io/jwt';
import { readTextFile, writePrivateFile } from './home.js';
import { UNLIMITED } from './nats-limits.js';
import type { NatsKeys } from './nats-keys.js';

const quoted = (text: string): string => JSON.stringify(text);

/** JWTs hold the time they were made, so they are made once: a server whose settings stay the same isn't restarted. */
const keptToken = async (path: string, make: () => Promise<string>): Promise<string> => {
  const found = readTextFile(path);
  if (found !== null) return found;
  const token = await make();
  writePrivateFile(path, token);
  return token;
};

/** Operator mode: the server knows the operator alone; accounts come over the bus and are kept in `accounts`. */
export const natsConfig = async (keys: NatsKeys, folder: string, port: number): Promise<string> => {
  const at = (name: string) => join(folder, name);
  const system = keys.system.getPublicKey();
  const operatorToken = await keptToken(at('keys/operator.jwt'), () =>
    encodeOperator('pitwall', keys.operator, { system_account: system }),
  );
  const systemToken = await keptToken(at('keys/system.jwt'), () =>
    encodeAccount('SYS', keys.system, { limits: UNLIMITED }, { signer: keys.operator }),
  );
  return [
    `server_name: ${quoted('pitwall')}`,
    `listen: ${quoted(`127.0.0.1:${port}`)}`,
    `pid_file: ${quoted(at('nats.pid'))}`,
    `operator: ${quoted(operatorToken)}`,
    `system_account: ${quoted(system)}`,
    `resolver: { type: full, dir: ${quoted(at('accounts'))}, allow_delete: false, interval: "2m" }`,
    `resolver_preload: { ${system}: ${quoted(systemToken)} }`,
    `jetstream: { store_dir: ${quoted(at('jetstream'))} }`,
    '',
  ].join('\n');
};
