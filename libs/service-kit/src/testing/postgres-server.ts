import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';
import { startGuarded } from './guarded-process.js';
import { PASSWORD, SUPERUSER, installPostgres } from './postgres-binaries.js';
import type { PostgresInstall } from './postgres-binaries.js';

export interface TestPostgres {
  readonly port: number;
  /** URL of a new, empty database. */
  createDatabase(): Promise<string>;
  /** pg_terminate_backend on the connections of a database, by chance `share` (0 … 1) of them; how many it were. */
  terminateConnections(url: string, share?: number): Promise<number>;
  /** kill -9 of the whole server. */
  kill(): Promise<void>;
  /** On the same port and data; kills it before when it runs. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** It survives a kill -9 of the server, though not of the machine. */
const SETTINGS = [
  ['fsync', 'off'],
  ['full_page_writes', 'off'],
  ['listen_addresses', '127.0.0.1'],
  ['unix_socket_directories', ''],
  ['max_connections', '200'],
  ['shared_buffers', '64MB'],
] as const;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A test run that was killed could not remove its own. */
function removeAbandoned(workFolder: string): void {
  for (const name of readdirSync(workFolder)) {
    const pid = /^data-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(workFolder, name), { recursive: true, force: true });
  }
}

function createData({ template, workFolder, user }: PostgresInstall): string {
  const folder = mkdtempSync(join(workFolder, `data-${process.pid}-`));
  execFileSync('cp', ['-a', `${template}/data/.`, folder]);
  if (user) execFileSync('chown', [`${user.uid}:${user.gid}`, folder]);
  execFileSync('chmod', ['700', folder]);
  return folder;
}

const urlOf = (port: number, database: string) => `postgres://${SUPERUSER}:${PASSWORD}@127.0.0.1:${port}/${database}`;

async function ask<R extends pg.QueryResultRow>(port: number, sql: string, values: unknown[] = []): Promise<R[]> {
  const client = new pg.Client({ connectionString: urlOf(port, 'postgres') });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<R>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** A real Postgres on a free loopback port with a data folder of its own. */
export async function startPostgres(): Promise<TestPostgres> {
  const install = installPostgres();
  removeAbandoned(install.workFolder);
  const data = createData(install);
  const port = await freePort();
  let databases = 0;

  const start = async () => {
    const args = ['-D', data, '-p', String(port), ...SETTINGS.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    const logFile = join(data, 'server.log');
    const launch = () => startGuarded(join(install.native, 'bin', 'postgres'), args, { logFile, user: install.user });
    let started = await launch();
    const answers = async () => {
      // After a kill -9 it refuses to start until the last backend of its predecessor is gone.
      if (!started.alive()) {
        await started.kill();
        started = await launch();
      }
      return ask(port, 'select 1');
    };
    await eventually(answers, { timeoutMs: 20_000 });
    return started;
  };
  let running: Awaited<ReturnType<typeof start>> | null = await start();
  const kill = async () => {
    await running?.kill();
    running = null;
  };

  return {
    port,
    createDatabase: async () => {
      const name = `test_${(databases += 1)}`;
      await ask(port, `create database ${name}`);
      return urlOf(port, name);
    },
    terminateConnections: async (url, share = 1) => {
      const sql = `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = $1 and pid <> pg_backend_pid() and random() < $2`;
      return (await ask(port, sql, [new URL(url).pathname.slice(1), share])).length;
    },
    kill,
    restart: async () => {
      await kill();
      running = await start();
    },
    stop: async () => {
      // Immediate shutdown: nothing here is kept.
      await running?.stop('SIGQUIT');
      running = null;
      rmSync(data, { recursive: true, force: true });
    },
  };
}
