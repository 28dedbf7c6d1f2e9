import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createAccount, createOperator, createUser, fromSeed, type KeyPair } from '@nats-io/nkeys';
import { privateFolder, readTextFile, writePrivateFile } from './home.js';

/** The root of all trust on the bus; made at the first `up` and kept. */
export interface NatsKeys {
  /** Signs accounts. */
  readonly operator: KeyPair;
  /** The server's own account; its user may change accounts. */
  readonly system: KeyPair;
  readonly systemUser: KeyPair;
  /** Pitwall's account; signs services and hosts. */
  readonly account: KeyPair;
}

export const seedOf = (key: KeyPair): string => new TextDecoder().decode(key.getSeed());
export const keyFromSeed = (seed: string): KeyPair => fromSeed(new TextEncoder().encode(seed.trim()));

const kept = (path: string, make: () => KeyPair): KeyPair => {
  const seed = readTextFile(path);
  if (seed !== null) return keyFromSeed(seed);
  const key = make();
  writePrivateFile(path, seedOf(key));
  return key;
};

export const openNatsKeys = (folder: string): NatsKeys => {
  privateFolder(folder);
  const at = (name: string) => join(folder, `${name}.nk`);
  return {
    operator: kept(at('operator'), createOperator),
    system: kept(at('system'), createAccount),
    systemUser: kept(at('system-user'), createUser),
    account: kept(at('account'), createAccount),
  };
};

export const hasNatsKeys = (folder: string): boolean => existsSync(join(folder, 'operator.nk'));
