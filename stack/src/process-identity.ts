import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type ProcessIdentity, sameProcess } from '@pitwall/contracts';

/** Stands where the system shows that a process is there but not since when. */
const UNKNOWN_START = 'unknown';

/** Start times count from the boot, so the same pair may come again after one. */
const bootId = (() => {
  let id: string | null = null;
  return () => (id ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
})();

/** Since when, or null when there is no such process or only its remains (a zombie). */
const linuxStart = (pid: number): string | null => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name stands in parentheses and may hold spaces and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, ticks] = [fields[0], fields[19]];
  return state === 'Z' || state === 'X' || ticks === undefined ? null : `${ticks}@${bootId()}`;
};

const psStart = (pid: number): string | null => {
  const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  const [, state, start] = /^(\S+)\s+(.+)$/.exec(line) ?? [];
  return state === undefined || start === undefined || state.startsWith('Z') ? null : start;
};

const answersSignal = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Who has this pid now; null when nobody has. */
export const identityOf = (pid: number): ProcessIdentity | null => {
  if (!Number.isInteger(pid) || pid <= 0 || !answersSignal(pid)) return null;
  try {
    const startTime = process.platform === 'linux' ? linuxStart(pid) : psStart(pid);
    return startTime === null ? null : { pid, startTime };
  } catch {
    // Gone in between, or hidden from us (hidepid): the signal decides.
    return answersSignal(pid) ? { pid, startTime: UNKNOWN_START } : null;
  }
};

export const isAlive = (process: ProcessIdentity): boolean => {
  const now = identityOf(process.pid);
  return sameProcess(now, process) || now?.startTime === UNKNOWN_START;
};

/** The command line of a process, its words joined by spaces; null when it can't be seen. */
export const commandLineOf = (pid: number): string | null => {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    }
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0+$/, '').replaceAll('\0', ' ');
  } catch {
    return null;
  }
};
