import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isAlive, type Processes } from '../os/processes.js';

/** Takes the lock of a home; false when a live process has it. A dead one's lock is taken over. */
export function takeLock(path: string, processes: Processes): boolean {
  const mine = JSON.stringify({ pid: process.pid, startTime: processes.read(process.pid)?.startTime ?? '' });
  for (let tries = 0; tries < 3; tries++) {
    try {
      writeFileSync(path, mine, { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (ownerIsAlive(path, processes)) return false;
    rmSync(path, { force: true });
  }
  return false;
}

function ownerIsAlive(path: string, processes: Processes): boolean {
  try {
    const owner = JSON.parse(readFileSync(path, 'utf8')) as { pid: number; startTime: string };
    return isAlive(processes, owner);
  } catch {
    return false;
  }
}
