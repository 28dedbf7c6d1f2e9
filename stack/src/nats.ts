import { spawn } from 'node:child_process';
import { closeSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import { join } from 'node:path';
import type { Permissions } from '@nats-io/jwt';
import { connect } from '@nats-io/transport-node';
import { plainEnvironment, type StackEnvironment } from './config.js';
import { freePort } from './free-port.js';
import { type HomePaths, privateFolder, readTextFile, writePrivateFile } from './home.js';
import { connectAs, connectAsSystem, issueUser, pushAccount, type ServiceUser } from './nats-account.js';
import { ensureNatsServer } from './nats-binary.js';
import { natsConfig } from './nats-config.js';
import { keyFromSeed, type NatsKeys, openNatsKeys, seedOf } from './nats-keys.js';
import { findNats, NATS_STOP, natsConfigPath, natsPidPath, stopNats } from './nats-process.js';
import { lastLines, openServerLog } from './server-log.js';
import { createServerProcess, type ServerPlan } from './server-process.js';
import { StackError } from './stack-error.js';
import type { StackLog } from './stack-log.js';

export interface Nats {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly pid: () => number | null;
  /** Without credentials; only after `start`. */
  readonly url: () => string;
  readonly port: () => number | null;
  /** Credentials for one of our services; null where a server of one's own takes connections without. */
  readonly issueServiceUser: (name: string, permissions?: Permissions) => Promise<ServiceUser | null>;
  /** The account's key, for the gateway alone: it signs hosts. */
  readonly accountSeed: () => string | null;
  /** Ends the credentials that these users (public keys) have by now, and their connections. */
  readonly revokeUsers: (publicKeys: readonly string[]) => Promise<void>;
}

const portPath = (folder: string): string => join(folder, 'port');

const keptPort = (folder: string): number | null => Number(readTextFile(portPath(folder)) ?? 0) || null;

const choosePort = async (folder: string): Promise<number> => {
  const kept = keptPort(folder);
  const port = kept !== null && findNats(folder) !== null ? kept : await freePort(kept);
  if (port !== kept) writePrivateFile(portPath(folder), String(port));
  return port;
};

const acceptsConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectSocket({ port, host: '127.0.0.1' }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

const urlFor = (port: number): string => `nats://127.0.0.1:${port}`;

/** Says whether the settings are new: then a server that runs with the old ones can't be taken over. */
const writeConfig = (folder: string, config: string): boolean => {
  const isNew = readTextFile(natsConfigPath(folder)) !== config;
  if (isNew) writePrivateFile(natsConfigPath(folder), config);
  return isNew;
};

interface Engine {
  readonly folder: string;
  readonly bin: string;
  readonly keys: NatsKeys;
  readonly logFile: string;
}

const planFor = async ({ folder, bin, keys, logFile }: Engine): Promise<ServerPlan> => {
  const port = await choosePort(folder);
  const at = (name: string) => join(folder, name);
  const config = await natsConfig({
    ...{ keys, tokens: at('keys'), listen: `127.0.0.1:${port}`, pidFile: natsPidPath(folder) },
    ...{ accounts: at('accounts'), jetstream: at('jetstream') },
  });
  if (writeConfig(folder, config)) await stopNats(folder);
  const command = [bin, '-c', natsConfigPath(folder)];
  return {
    command,
    launch: () => {
      const out = openServerLog(logFile);
      // The server takes the modes of its files from the umask, and Node can't set one for a child.
      const child = spawn('/bin/sh', ['-c', 'umask 077 && exec "$0" "$@"', ...command], {
        cwd: folder,
        env: plainEnvironment(),
        detached: true,
        stdio: ['ignore', out, out],
      });
      closeSync(out);
      // The server writes it as well, only later: an `up` killed in between would leave a server that nobody finds.
      writeFileSync(natsPidPath(folder), String(child.pid), { mode: 0o600 });
      return child;
    },
    isUp: async () => findNats(folder) !== null && (await acceptsConnections(port)),
    answers: () =>
      connectAsSystem(urlFor(port), keys).then(
        (connection) => connection.close().then(() => true),
        () => false,
      ),
  };
};

/** The embedded server: real NATS with JetStream, private to this home. */
export const createNats = (deps: { home: HomePaths; environment: StackEnvironment; log: StackLog }): Nats => {
  const { home, environment, log } = deps;
  const folder = join(home.data, 'nats');
  const logFile = join(home.logs, 'nats.log');
  let engine: Engine | null = null;
  const opened = (): Engine => {
    if (engine === null) throw new Error('NATS has not been started.');
    return engine;
  };
  const server = createServerProcess({
    name: 'nats',
    stopSteps: NATS_STOP,
    find: () => findNats(folder),
    clear: () => rmSync(natsPidPath(folder), { force: true }),
    plan: () => planFor(opened()),
    lastWords: () => lastLines(logFile),
    log,
  });
  const url = (): string => urlFor(keptPort(folder) ?? 0);
  const asSystem = async (revoke: Record<string, number>): Promise<void> => {
    const system = await connectAsSystem(url(), opened().keys);
    const keptAt = join(folder, 'keys', 'account.jwt');
    await pushAccount({ system, keys: opened().keys, keptAt, revoke }).finally(() => system.close());
  };
  return {
    start: async () => {
      const bin = await ensureNatsServer(environment, log);
      privateFolder(folder);
      engine = { folder, bin, keys: openNatsKeys(join(folder, 'keys')), logFile };
      await server.start();
      await asSystem({});
    },
    stop: () => server.stop(),
    pid: server.pid,
    url,
    port: () => keptPort(folder),
    issueServiceUser: (name, permissions) => issueUser(opened().keys.account, name, permissions),
    accountSeed: () => seedOf(opened().keys.account),
    revokeUsers: (publicKeys) => {
      // Credentials carry whole seconds: those made within this one are meant as well.
      const before = Math.floor(Date.now() / 1000) + 1;
      return asSystem(Object.fromEntries(publicKeys.map((key) => [key, before])));
    },
  };
};

/** One's own server instead: nothing to start, but it has to answer. */
export const createForeignNats = ({ url, accountSeed }: { url: string; accountSeed: string | null }): Nats => {
  const account = accountSeed === null ? null : keyFromSeed(accountSeed);
  const issueServiceUser: Nats['issueServiceUser'] = async (name, permissions) =>
    account === null ? null : issueUser(account, name, permissions);
  return {
    start: async () => {
      try {
        const user = await issueServiceUser('pitwall-stack');
        const connection = await (user === null ? connect({ servers: url }) : connectAs(url, 'pitwall-stack', user));
        await connection.close();
      } catch (error) {
        const why = (error as Error).message;
        throw new StackError(
          'NATS_SILENT',
          `The NATS server of config.json doesn't answer: ${why}`,
          'See "nats" there.',
        );
      }
    },
    stop: async () => undefined,
    pid: () => null,
    url: () => url,
    port: () => null,
    issueServiceUser,
    accountSeed: () => accountSeed,
    revokeUsers: async () => {
      throw new StackError('NOT_OURS', 'Users of a NATS server of your own are revoked there.');
    },
  };
};
