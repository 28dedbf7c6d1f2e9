import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { encodeAccount, fmtCreds } from '@nats-io/jwt';
import { keptToken, privateFolder, readTextFile, writePrivateFile } from '../home.js';
import { issueUser } from '../nats-account.js';
import { keptJwt, natsConfig } from '../nats-config.js';
import { keyFromSeed, openNatsKeys, seedOf, type NatsKeys } from '../nats-keys.js';
import { UNLIMITED, UNLIMITED_JETSTREAM } from '../nats-limits.js';

/** Services that log in to NATS and Postgres, each with a folder of secrets that no other one sees. */
const SERVICES = ['matcher', 'session-state', 'gateway'] as const;

export interface ComposeSetUp {
  /** Holds a folder for each container: its volume of secrets is mounted there. */
  readonly root: string;
  /** host:port of Postgres, as the services reach it. */
  readonly postgres: string;
  /** host:port where NATS listens, and its folder of data as it sees it. */
  readonly nats: { readonly listen: string; readonly data: string };
}

/** Makes, once, what the containers need to trust each other. A second run changes nothing. */
export async function setUpCompose({ root, postgres, nats }: ComposeSetUp): Promise<void> {
  const folder = (name: string): string => {
    const path = join(root, name);
    privateFolder(path);
    return path;
  };
  const keys = openNatsKeys(folder('keys'));
  const password = databasePassword(folder('postgres'));
  for (const name of SERVICES) {
    const secrets = folder(name);
    const url = `postgres://pitwall:${password}@${postgres}/pitwall`;
    writePrivateFile(join(secrets, 'database-url'), url);
    await keepCreds(join(secrets, 'nats.creds'), name, keys);
  }
  keptToken(join(folder('gateway'), 'owner-token'));
  writePrivateFile(join(folder('gateway'), 'nats-account-seed'), seedOf(keys.account));
  writePrivateFile(join(folder('nats'), 'nats.conf'), await serverConfig(keys, folder('keys'), nats));
  privateFolder(join(root, 'nats-data'));
}

/** Its container reads it as a user of its own; no other container has this folder. */
function databasePassword(folder: string): string {
  const path = join(folder, 'password');
  const password = keptToken(path);
  chmodSync(folder, 0o755);
  chmodSync(path, 0o644);
  return password;
}

async function keepCreds(path: string, name: string, { account }: NatsKeys): Promise<void> {
  if (readTextFile(path) !== null) return;
  const { jwt, seed } = await issueUser(account, name);
  writePrivateFile(path, new TextDecoder().decode(fmtCreds(jwt, keyFromSeed(seed))));
}

async function serverConfig(keys: NatsKeys, tokens: string, { listen, data }: ComposeSetUp['nats']): Promise<string> {
  const account = await keptJwt(join(tokens, 'account.jwt'), () =>
    encodeAccount(
      'PITWALL',
      keys.account,
      { limits: { ...UNLIMITED, ...UNLIMITED_JETSTREAM } },
      { signer: keys.operator },
    ),
  );
  return natsConfig({
    ...{ keys, tokens, listen, preload: { [keys.account.getPublicKey()]: account } },
    ...{ accounts: `${data}/accounts`, jetstream: `${data}/jetstream` },
  });
}
