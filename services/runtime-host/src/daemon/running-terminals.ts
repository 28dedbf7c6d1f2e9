import type { ProcessIdentity } from '@pitwall/contracts';
import { readJsonFile } from '../atomic-file.js';
import { PtyHostUnreachable, type PtyHostClient } from '../control/client.js';
import { homePaths } from '../home-paths.js';
import { createProcesses } from '../os/platform-processes.js';
import { isAlive, type Processes } from '../os/processes.js';
import { endProcesses } from '../pty-host/end-processes.js';
import { findPtyHost } from './pty-host-link.js';

/** One that takes longer hangs; ending it must not take the person's patience. */
const ANSWER_MS = 1500;

/** How many terminals of this home run, with or without the stack; 0 when nothing runs. */
export async function countTerminals(home: string): Promise<number> {
  const client = await findPtyHost(home);
  if (!client) return shellsOfHung(home, createProcesses(process.platform))?.shells.length ?? 0;
  try {
    return (await client.call('list', {}, { timeoutMs: ANSWER_MS })).result.terminals.length;
  } finally {
    client.close();
  }
}

/** Ends all terminals of this home and the process that holds them, even when that one hangs. Returns how many there were. */
export async function endTerminals(home: string): Promise<number> {
  const client = await findPtyHost(home);
  if (client) {
    try {
      return await askToEnd(client);
    } catch (error) {
      if (!(error instanceof PtyHostUnreachable)) throw error;
    } finally {
      client.close();
    }
  }
  return endHung(home);
}

async function askToEnd(client: PtyHostClient): Promise<number> {
  const { terminals } = (await client.call('list', {}, { timeoutMs: ANSWER_MS })).result;
  const closed = new Promise<void>((resolve) => client.onClose(resolve));
  await client.call('shutdown', { terminals: true });
  await closed;
  return terminals.length;
}

/** Its terminals' processes first, as long as they can be found; then itself: stopped, it takes no other signal. */
async function endHung(home: string): Promise<number> {
  const processes = createProcesses(process.platform);
  const hung = shellsOfHung(home, processes);
  if (!hung) return 0;
  await Promise.all(hung.shells.map((shell) => endProcesses(processes, shell)));
  try {
    process.kill(hung.ptyHost.pid, 'SIGKILL');
  } catch {
    // Gone meanwhile.
  }
  return hung.shells.length;
}

/** The process that has the lock of this home, and its terminals' shells, by the system alone; null: nobody has it. */
function shellsOfHung(
  home: string,
  processes: Processes,
): { ptyHost: ProcessIdentity; shells: ProcessIdentity[] } | null {
  const owner = readJsonFile(homePaths(home).ptyHostLock) as Partial<ProcessIdentity> | null;
  if (typeof owner?.pid !== 'number' || typeof owner.startTime !== 'string') return null;
  const ptyHost = { pid: owner.pid, startTime: owner.startTime };
  if (!isAlive(processes, ptyHost)) return null;
  const children = (processes.descendants(ptyHost.pid) ?? []).filter(({ ppid }) => ppid === ptyHost.pid);
  return { ptyHost, shells: children.map(({ pid, startTime }) => ({ pid, startTime })) };
}
