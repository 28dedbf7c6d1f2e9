import { statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { ProcessIdentity, ServiceStatus } from '@pitwall/contracts';
import { lockHolder } from './home-lock.js';
import { existingHome, type HomePaths, readPorts, type StackPorts } from './home.js';
import { findNats, natsPidPath } from './nats-process.js';
import { clusterIn, readPlaceState } from './postgres-place.js';
import { findPostgres } from './postgres-process.js';

export interface StackStatus {
  readonly home: string;
  readonly up: boolean;
  readonly pid: number | null;
  readonly ports: StackPorts | null;
  readonly parts: readonly ServiceStatus[];
}

/** What a server says first, or the empty string if it waits for us to speak; null when nothing listens. */
const greeting = (port: number): Promise<string | null> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const settle = (text: string | null) => {
      socket.destroy();
      resolve(text);
    };
    socket.once('data', (data) => settle(data.toString()));
    socket.once('error', () => settle(null));
    socket.setTimeout(100, () => settle(socket.connecting ? null : ''));
  });

interface Server {
  readonly name: string;
  readonly process: ProcessIdentity | null;
  readonly port: number | null;
  readonly since: string;
  readonly versionIn: (greeting: string) => string;
}

const describeServer = async ({ name, process, port, since, versionIn }: Server): Promise<ServiceStatus> => {
  const said = process === null || port === null ? null : await greeting(port);
  const started = process === null ? null : (statSync(since, { throwIfNoEntry: false })?.mtimeMs ?? null);
  const place = `process ${process?.pid}, port ${port}`;
  return {
    name,
    instance: String(process?.pid ?? '-'),
    ok: said !== null,
    detail: process === null ? 'not running' : said === null ? `${place}, doesn't answer` : place,
    version: said === null ? '' : versionIn(said),
    uptimeMs: started === null ? 0 : Math.max(0, Math.round(Date.now() - started)),
    lag: null,
  };
};

const serversOf = (home: HomePaths, ports: StackPorts | null): Server[] => {
  const place = readPlaceState(home);
  const cluster = place === null ? null : clusterIn(place.folder);
  const natsFolder = join(home.data, 'nats');
  return [
    {
      name: 'postgres',
      process: cluster === null ? null : findPostgres(cluster),
      port: ports?.postgres ?? place?.port ?? null,
      since: join(cluster ?? home.data, 'postmaster.opts'),
      versionIn: () => '18',
    },
    {
      name: 'nats',
      process: findNats(natsFolder),
      port: ports?.nats ?? null,
      since: natsPidPath(natsFolder),
      versionIn: (said) => /"version":"([^"]+)"/.exec(said)?.[1] ?? '',
    },
  ];
};

/** What can be known from the home alone; the services' own answers come over the bus. */
export const stackStatus = async (path: string): Promise<StackStatus> => {
  const home = existingHome(path);
  if (home === null) return { home: path, up: false, pid: null, ports: null, parts: [] };
  const holder = lockHolder(home);
  const ports = readPorts(home);
  const parts = await Promise.all(serversOf(home, ports).map(describeServer));
  return { home: home.root, up: holder !== null, pid: holder?.pid ?? null, ports, parts };
};
