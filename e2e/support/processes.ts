import { readFileSync, readdirSync } from 'node:fs';
import { execFileSync } from 'node:child_process';

/** Is there a process of this pid that isn't just waiting to be reaped? */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

/** Resident memory in bytes. */
export function residentBytes(pid: number): number {
  const kib = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  return Number(kib) * 1024;
}

/** Pids of processes whose command line holds `words`. */
export function pidsWith(words: string): number[] {
  if (process.platform === 'linux')
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => commandLine(pid).includes(words));
  const table = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,command='], { encoding: 'utf8' }).split('\n');
  return table.filter((line) => line.includes(words)).map((line) => Number.parseInt(line, 10));
}

function commandLine(pid: number): string {
  if (!Number.isInteger(pid)) return '';
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
