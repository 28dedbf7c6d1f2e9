import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { readOrMakeToken } from '../atomic-file.js';
import { PtyHostUnreachable, connectPtyHost, type Answer, type PtyHostClient } from '../control/client.js';
import { PROTOCOL_VERSION, type Method, type Methods } from '../control/protocol.js';
import { homePaths, type HomePaths } from '../home-paths.js';
import type { Logger } from '../logger.js';

/** Its start takes 0.2 s; a machine under load takes longer. */
const START_MS = 10_000;
const LOOK_EVERY_MS = 10;
const RETRY_MS = 500;

/** From `src` and from `dist`: always the built one, since it's run by plain node. */
const BUILT_ENTRY = fileURLToPath(new URL('../../dist/pty-host-main.js', import.meta.url));

/** What pty-host's own process needs; terminals get their environment with each `open`. */
const KEPT_VARIABLES = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'];

export interface PtyHostLink {
  start(): Promise<void>;
  /** The present connection. Throws PtyHostUnreachable. */
  client(): PtyHostClient;
  call<M extends Method>(method: M, params: Methods[M]['params']): Promise<Answer<M>>;
  isConnected(): boolean;
  /** Called with every new connection, also the present one; the signal ends with it. */
  onClient(listener: (client: PtyHostClient, ended: AbortSignal) => void): void;
  stop(): void;
}

interface Deps {
  paths: HomePaths;
  hostId: string;
  hookPort: number;
  env: Readonly<Record<string, string | undefined>>;
  log: Logger;
  entry?: string;
}

/** Keeps a pty-host running for this home and a connection to it; one that already runs is never restarted. */
export function createPtyHostLink({ paths, hostId, hookPort, env, log, entry = BUILT_ENTRY }: Deps): PtyHostLink {
  const listeners: ((client: PtyHostClient, ended: AbortSignal) => void)[] = [];
  let current: { client: PtyHostClient; ended: AbortController } | null = null;
  let isStopped = false;

  const connect = (): Promise<PtyHostClient> =>
    connectPtyHost({ socket: paths.controlSocket, token: readOrMakeToken(paths.ptyHostToken) });

  const spawnOne = (): void => {
    const logFile = openSync(paths.ptyHostLog, 'a', 0o600);
    const args = [entry, '--home', paths.home, '--host-id', hostId, '--hook-port', String(hookPort)];
    const child = spawn(process.execPath, args, {
      detached: true,
      stdio: ['ignore', logFile, logFile],
      cwd: paths.home,
      env: Object.fromEntries(KEPT_VARIABLES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    });
    child.on('error', (error) => log.error({ error }, 'the terminal host could not be started'));
    child.unref();
    closeSync(logFile);
  };

  const connectOrSpawn = async (): Promise<PtyHostClient> => {
    try {
      return await connect();
    } catch {
      spawnOne();
    }
    const latest = performance.now() + START_MS;
    for (;;) {
      await wait(LOOK_EVERY_MS);
      try {
        return await connect();
      } catch (error) {
        if (isStopped || performance.now() > latest) throw error;
      }
    }
  };

  const use = (client: PtyHostClient): void => {
    const ended = new AbortController();
    current = { client, ended };
    const { version, pid, hostId: itsHost } = client.hello;
    if (version !== PROTOCOL_VERSION) {
      log.warn(
        { version, wanted: PROTOCOL_VERSION, pid },
        'an older terminal host keeps running, as its terminals would end with it',
      );
    }
    if (itsHost !== hostId) log.warn({ itsHost, hostId }, 'the terminal host was started for another host id');
    client.onClose(() => {
      current = null;
      ended.abort();
      if (!isStopped) void keepTrying();
    });
    for (const listener of listeners) listener(client, ended.signal);
  };

  const keepTrying = async (): Promise<void> => {
    log.warn({}, 'the terminal host is gone; another one is started');
    while (!isStopped) {
      try {
        return use(await connectOrSpawn());
      } catch (error) {
        log.error({ error }, 'the terminal host can’t be reached');
        await wait(RETRY_MS);
      }
    }
  };

  const client = (): PtyHostClient => {
    if (!current) throw new PtyHostUnreachable('it is not running; see logs/pty-host.log');
    return current.client;
  };

  return {
    start: async () => use(await connectOrSpawn()),
    client,
    call: async (method, params) => client().call(method, params),
    isConnected: () => current !== null,
    onClient: (listener) => {
      listeners.push(listener);
      if (current) listener(current.client, current.ended.signal);
    },
    stop: () => {
      isStopped = true;
      current?.client.close();
    },
  };
}

/** A running pty-host of this home, or null: nothing is started. */
export async function findPtyHost(home: string): Promise<PtyHostClient | null> {
  const paths = homePaths(home);
  try {
    return await connectPtyHost({
      socket: paths.controlSocket,
      token: readFileSync(paths.ptyHostToken, 'utf8').trim(),
    });
  } catch {
    return null;
  }
}
