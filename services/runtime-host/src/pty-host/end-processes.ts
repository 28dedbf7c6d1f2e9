import type { ProcessIdentity } from '@pitwall/contracts';
import { isAlive, type ProcessRow, type Processes } from '../os/processes.js';

/** ms after the start of the end: hang-up at once, then asked, then killed. */
const TERM_AFTER_MS = 250;
const KILL_AFTER_MS = 2000;
const GIVE_UP_AFTER_MS = 5000;
const LOOK_EVERY_MS = 50;

/**
 * Ends everything that belongs to a terminal: its shell, the shell's session and all below them, also what has been
 * left behind by its parent meanwhile. Resolves with whether all are gone.
 */
export function endProcesses(processes: Processes, shell: ProcessIdentity): Promise<boolean> {
  const found = new Map<number, ProcessIdentity>();
  const signalled = new Map<number, NodeJS.Signals>();
  const started = performance.now();

  const look = (): ProcessIdentity[] => {
    const rows = processes.all();
    const shellRow = rows.find((row) => row.pid === shell.pid && row.startTime === shell.startTime);
    // Once the shell is gone its pid may be someone else's; its session id can't be as long as the session has members.
    for (const row of belonging(rows, found, shell.pid, shellRow !== undefined || found.size > 0)) {
      if (!found.has(row.pid)) found.set(row.pid, { pid: row.pid, startTime: row.startTime });
    }
    return [...found.values()].filter((identity) => isAlive(processes, identity));
  };

  const send = (alive: readonly ProcessIdentity[], signal: NodeJS.Signals): void => {
    for (const { pid } of alive) {
      if (signalled.get(pid) === signal) continue;
      signalled.set(pid, signal);
      try {
        process.kill(pid, signal);
        // A stopped process would not take its signal.
        process.kill(pid, 'SIGCONT');
      } catch {
        // Gone meanwhile, or someone else's.
      }
    }
  };

  return new Promise((resolve) => {
    const round = (): void => {
      const alive = look();
      if (alive.length === 0) return resolve(true);
      const elapsed = performance.now() - started;
      if (elapsed > GIVE_UP_AFTER_MS) return resolve(false);
      send(alive, elapsed >= KILL_AFTER_MS ? 'SIGKILL' : elapsed >= TERM_AFTER_MS ? 'SIGTERM' : 'SIGHUP');
      setTimeout(round, LOOK_EVERY_MS);
    };
    round();
  });
}

function belonging(
  rows: readonly ProcessRow[],
  found: ReadonlyMap<number, ProcessIdentity>,
  shellPid: number,
  trustSession: boolean,
): ProcessRow[] {
  const inTree = new Set<number>([...found.keys(), ...(trustSession ? [shellPid] : [])]);
  const tty = rows.find((row) => row.pid === shellPid)?.tty ?? null;
  let grown = true;
  const picked = new Map<number, ProcessRow>();
  while (grown) {
    grown = false;
    for (const row of rows) {
      if (picked.has(row.pid) || row.pid <= 1) continue;
      const isOurs =
        (trustSession &&
          (row.pid === shellPid || row.sid === shellPid || (row.sid === null && tty !== null && row.tty === tty))) ||
        inTree.has(row.ppid);
      if (!isOurs) continue;
      picked.set(row.pid, row);
      inTree.add(row.pid);
      grown = true;
    }
  }
  return [...picked.values()];
}
