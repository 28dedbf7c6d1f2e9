import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { lockHolder } from './home-lock.js';
import { existingHome, type HomePaths } from './home.js';
import { stopNats } from './nats-process.js';
import { clusterIn, readPlaceState } from './postgres-place.js';
import { stopPostgres } from './postgres-process.js';
import { type StopStep, stopProcess } from './stop-process.js';
import type { StackLog } from './stack-log.js';
import { countTerminals, endTerminals } from './terminals.js';

/** `up` stops within 5 s by itself; what is left after a kill is stopped below. */
const UP_STOP: readonly StopStep[] = [
  { signal: 'SIGTERM', waitMs: 8_000 },
  { signal: 'SIGKILL', waitMs: 2_000 },
];

export interface DownReport {
  readonly wasUp: boolean;
  /** Servers that a killed `up` had left running. */
  readonly orphans: readonly string[];
  readonly terminals: { readonly running: number; readonly ended: number };
}

const stopOrphans = async (home: HomePaths): Promise<string[]> => {
  const place = readPlaceState(home);
  const [postgres, nats] = await Promise.all([
    place === null ? false : stopPostgres(clusterIn(place.folder)),
    stopNats(join(home.data, 'nats')),
  ]);
  rmSync(home.ports, { force: true });
  return [...(postgres ? ['postgres'] : []), ...(nats ? ['nats'] : [])];
};

/** Stops what runs for this home, however it came to run. */
export const stopStack = async (options: { home: string; all: boolean; log: StackLog }): Promise<DownReport> => {
  const home = existingHome(options.home);
  if (home === null) return { wasUp: false, orphans: [], terminals: { running: 0, ended: 0 } };
  const holder = lockHolder(home);
  if (holder !== null) {
    options.log(`stopping process ${holder.pid}…`);
    await stopProcess(holder, UP_STOP);
  }
  const orphans = await stopOrphans(home);
  const ended = options.all ? await endTerminals(home) : 0;
  return { wasUp: holder !== null, orphans, terminals: { running: await countTerminals(home), ended } };
};
