import { join } from 'node:path';
import type { ProcessIdentity } from '@pitwall/contracts';
import { readTextFile } from './home.js';
import { commandLineOf, identityOf } from './process-identity.js';
import { type StopStep, stopProcess } from './stop-process.js';

export const NATS_STOP: readonly StopStep[] = [
  { signal: 'SIGTERM', waitMs: 1_300 },
  { signal: 'SIGKILL', waitMs: 500 },
];

export const natsConfigPath = (folder: string): string => join(folder, 'nats.conf');

export const natsPidPath = (folder: string): string => join(folder, 'nats.pid');

/** The server of this folder, whoever started it; a pid that someone else has by now is nobody. */
export const findNats = (folder: string): ProcessIdentity | null => {
  const identity = identityOf(Number(readTextFile(natsPidPath(folder))));
  if (identity === null) return null;
  return (commandLineOf(identity.pid) ?? '').endsWith(` -c ${natsConfigPath(folder)}`) ? identity : null;
};

/** Says whether there was one to stop. */
export const stopNats = async (folder: string): Promise<boolean> => {
  const running = findNats(folder);
  if (running !== null) await stopProcess(running, NATS_STOP);
  return running !== null;
};
