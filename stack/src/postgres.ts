import { execFile, spawn } from 'node:child_process';
import { chownSync, closeSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { plainEnvironment } from './config.js';
import { freePort, isPortFree } from './free-port.js';
import type { HomePaths } from './home.js';
import { preparePostgresBinaries } from './postgres-binaries.js';
import { openPlace, openSystemFolder, type PostgresPlace, SYSTEM_FOLDER } from './postgres-place.js';
import { clearReusedPid, findPostgres, isReady, POSTGRES_STOP } from './postgres-process.js';
import { lastLines, openServerLog } from './server-log.js';
import { createServerProcess, type ServerPlan } from './server-process.js';
import { StackError } from './stack-error.js';
import type { StackLog } from './stack-log.js';

const USER = 'pitwall';
const DATABASE = 'pitwall';

/** For a laptop that has other things to do; what was committed survives a power cut. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  // Only the password counts; a socket in a shared folder would be one more door.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '64MB',
  synchronous_commit: 'on',
  wal_compression: 'on',
  jit: 'off',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  autovacuum_naptime: '30s',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
};

const commandFor = (bin: string, cluster: string, port: number): string[] => [
  join(bin, 'postgres'),
  '-D',
  cluster,
  '-p',
  String(port),
  ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

const identityOptions = ({ account }: PostgresPlace) =>
  account === null ? {} : { uid: account.uid, gid: account.gid };

const initialise = async (place: PostgresPlace, bin: string): Promise<void> => {
  const passwordFile = join(dirname(place.cluster), 'password');
  writeFileSync(passwordFile, place.state.password, { mode: 0o600 });
  if (place.account !== null) chownSync(passwordFile, place.account.uid, place.account.gid);
  // The built-in locale needs none of the system's; syncing a cluster that holds nothing yet only costs time.
  const args = ['-D', place.cluster, '-U', USER, `--pwfile=${passwordFile}`, '-A', 'scram-sha-256', '-E', 'UTF8'];
  const quick = [
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-sync',
    '--no-instructions',
  ];
  try {
    const options = { cwd: dirname(place.cluster), env: plainEnvironment(), ...identityOptions(place) };
    await promisify(execFile)(join(bin, 'initdb'), [...args, ...quick], options);
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new StackError('POSTGRES_FAILED', `The database can't be made: ${stderr || message}`, 'Try: pitwall doctor');
  } finally {
    rmSync(passwordFile, { force: true });
  }
};

const urlFor = (place: PostgresPlace, database: string): string =>
  `postgres://${USER}:${place.state.password}@127.0.0.1:${place.state.port}/${database}`;

const query = async (url: string, sql: string): Promise<number> => {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rowCount ?? 0;
  } finally {
    await client.end().catch(() => undefined);
  }
};

export const answersPostgres = async (url: string): Promise<boolean> =>
  query(url, 'select 1').then(
    () => true,
    () => false,
  );

const planFor = async (place: PostgresPlace, bin: string, log: string): Promise<ServerPlan> => {
  const kept = place.state.port;
  const mayKeep = kept !== null && (findPostgres(place.cluster) !== null || (await isPortFree(kept)));
  const port = mayKeep ? kept : await freePort();
  if (port !== kept) place.save({ port });
  const command = commandFor(bin, place.cluster, port);
  let pid = 0;
  return {
    command,
    launch: () => {
      const out = openServerLog(log);
      const [file = '', ...args] = command;
      // A session of its own: Ctrl-C in a terminal is for `up`, which stops the services before their database.
      const child = spawn(file, args, {
        cwd: dirname(place.cluster),
        env: plainEnvironment(),
        detached: true,
        stdio: ['ignore', out, out],
        ...identityOptions(place),
      });
      closeSync(out);
      pid = child.pid ?? 0;
      return child;
    },
    isUp: async () => isReady(place.cluster, pid),
    answers: () => answersPostgres(urlFor(place, 'postgres')),
  };
};

const ensureDatabase = async (place: PostgresPlace): Promise<void> => {
  if (place.state.initialised) return;
  const admin = urlFor(place, 'postgres');
  const found = await query(admin, `select 1 from pg_database where datname = '${DATABASE}'`);
  if (found === 0) await query(admin, `create database ${DATABASE}`);
  place.save({ initialised: true });
};

export interface Postgres {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly pid: () => number | null;
  /** With user and password; only after `start`. */
  readonly url: () => string;
  readonly port: () => number | null;
}

/** The embedded server: real PostgreSQL, private to this home. */
export const createPostgres = ({ home, log }: { home: HomePaths; log: StackLog }): Postgres => {
  const logFile = join(home.logs, 'postgres.log');
  let place: PostgresPlace | null = null;
  let bin = '';
  const opened = (): PostgresPlace => {
    if (place === null) throw new Error('Postgres has not been started.');
    return place;
  };
  const server = createServerProcess({
    name: 'postgres',
    stopSteps: POSTGRES_STOP,
    find: () => findPostgres(opened().cluster),
    clear: () => clearReusedPid(opened().cluster),
    plan: () => planFor(opened(), bin, logFile),
    lastWords: () => lastLines(logFile),
    log,
  });
  return {
    start: async () => {
      place = await openPlace(home);
      const forAnotherUser = place.account !== null;
      if (forAnotherUser) openSystemFolder();
      bin = preparePostgresBinaries({ copyAt: forAnotherUser ? SYSTEM_FOLDER : home.bin, forAnotherUser });
      if (!place.state.initialised) await initialise(place, bin);
      await server.start();
      await ensureDatabase(place);
    },
    stop: () => server.stop(),
    pid: server.pid,
    url: () => urlFor(opened(), DATABASE),
    port: () => place?.state.port ?? null,
  };
};

/** One's own server instead: nothing to start, but it has to answer. */
export const createForeignPostgres = (url: string): Postgres => ({
  start: async () => {
    if (await answersPostgres(url)) return;
    const { host } = new URL(url);
    throw new StackError(
      'POSTGRES_SILENT',
      `The Postgres at ${host} doesn't answer.`,
      'See "postgres" in config.json.',
    );
  },
  stop: async () => undefined,
  pid: () => null,
  url: () => url,
  port: () => null,
});
