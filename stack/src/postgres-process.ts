import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessIdentity } from '@pitwall/contracts';
import { readTextFile } from './home.js';
import { commandLineOf, identityOf } from './process-identity.js';
import { type StopStep, stopProcess } from './stop-process.js';

/** SIGINT = fast: ends connections, writes a checkpoint. SIGQUIT = recovery at the next start, nothing lost. */
export const POSTGRES_STOP: readonly StopStep[] = [
  { signal: 'SIGINT', waitMs: 1_300 },
  { signal: 'SIGQUIT', waitMs: 400 },
  { signal: 'SIGKILL', waitMs: 500 },
];

const pidFile = (cluster: string): string => join(cluster, 'postmaster.pid');

/** Lines of postmaster.pid: 1 = pid, 8 = whether it takes connections. */
const pidLines = (cluster: string): string[] => (readTextFile(pidFile(cluster)) ?? '').split('\n');

const pidIn = (cluster: string): number => Number(pidLines(cluster)[0]);

export const isReady = (cluster: string, pid: number): boolean => {
  const lines = pidLines(cluster);
  return Number(lines[0]) === pid && (lines[7] ?? '').startsWith('ready');
};

/** The server of this cluster, whoever started it; a pid that someone else has by now is nobody. */
export const findPostgres = (cluster: string): ProcessIdentity | null => {
  const identity = identityOf(pidIn(cluster));
  if (identity === null) return null;
  return (commandLineOf(identity.pid) ?? '').includes(`/postgres -D ${cluster} `) ? identity : null;
};

/**
 * The server itself sees that a pid in the file is dead, and guards itself against leftover children by it; only when
 * another process has that pid does it refuse to start.
 */
export const clearReusedPid = (cluster: string): void => {
  if (findPostgres(cluster) === null && identityOf(pidIn(cluster)) !== null) rmSync(pidFile(cluster), { force: true });
};

/** Says whether there was one to stop. */
export const stopPostgres = async (cluster: string): Promise<boolean> => {
  const running = findPostgres(cluster);
  if (running !== null) await stopProcess(running, POSTGRES_STOP);
  return running !== null;
};
