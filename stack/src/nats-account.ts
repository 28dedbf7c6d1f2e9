import { decode, encodeAccount, encodeUser, type Account, type Permissions } from '@nats-io/jwt';
import { createUser, type KeyPair } from '@nats-io/nkeys';
import { connect, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { readTextFile, writePrivateFile } from './home.js';
import { UNLIMITED, UNLIMITED_JETSTREAM } from './nats-limits.js';
import { type NatsKeys, seedOf } from './nats-keys.js';
import { StackError } from './stack-error.js';

/** What a service logs in with; lives in memory only and is made anew at each start. */
export interface ServiceUser {
  readonly jwt: string;
  readonly seed: string;
}

/** A user of Pitwall's account; without `permissions` it may do everything there. */
export const issueUser = async (
  account: KeyPair,
  name: string,
  permissions: Permissions = {},
): Promise<ServiceUser> => {
  const user = createUser();
  return { jwt: await encodeUser(name, user, account, permissions), seed: seedOf(user) };
};

export const connectAs = (url: string, name: string, user: ServiceUser): Promise<NatsConnection> =>
  connect({
    servers: url,
    name,
    authenticator: jwtAuthenticator(user.jwt, new TextEncoder().encode(user.seed)),
    reconnect: false,
    timeout: 2_000,
  });

export const connectAsSystem = async (url: string, keys: NatsKeys): Promise<NatsConnection> => {
  const jwt = await encodeUser('pitwall-system', keys.systemUser, keys.system);
  return connectAs(url, 'pitwall-stack', { jwt, seed: seedOf(keys.systemUser) });
};

type Revocations = Record<string, number>;
type AccountClaims = Account & { revocations?: Revocations };

/** What the server was last given, kept by us: it answers no question about an account it doesn't know. */
const storedRevocations = (path: string): Revocations => {
  const jwt = readTextFile(path);
  return jwt === null ? {} : (decode<AccountClaims>(jwt).nats.revocations ?? {});
};

/**
 * Gives the server Pitwall's account. Users once revoked stay revoked: what is known already is kept and `revoke` is
 * added, each a public key with the epoch second before which its credentials are void.
 */
export const pushAccount = async (options: {
  readonly system: NatsConnection;
  readonly keys: NatsKeys;
  readonly keptAt: string;
  readonly revoke: Revocations;
}): Promise<void> => {
  const { system, keys, keptAt, revoke } = options;
  const revocations = { ...storedRevocations(keptAt), ...revoke };
  const claims = { limits: { ...UNLIMITED, ...UNLIMITED_JETSTREAM }, revocations };
  const jwt = await encodeAccount('PITWALL', keys.account, claims, { signer: keys.operator });
  // Before it is sent: were we killed in between, the next start sends it again.
  writePrivateFile(keptAt, jwt);
  const reply = (await system.request('$SYS.REQ.CLAIMS.UPDATE', jwt, { timeout: 5_000 })).json<{
    data?: { code: number };
    error?: { description?: string };
  }>();
  if (reply.data?.code === 200) return;
  throw new StackError(
    'NATS_REFUSED',
    `NATS refuses Pitwall's account: ${reply.error?.description ?? 'no reason given'}`,
  );
};
