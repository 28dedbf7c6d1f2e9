import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rejoinPaths } from '../core/rejoin-paths.js';
import { parseLsof } from './darwin-lsof.js';
import { PS_COLUMNS, parsePs, type PsRow } from './darwin-ps.js';
import { descendantsIn, type Processes } from './processes.js';

export function createDarwinProcesses(): Processes {
  const ps = (selection: readonly string[]): PsRow[] => {
    const { stdout } = spawnSync('/bin/ps', [...selection, '-o', PS_COLUMNS], {
      env: { LC_ALL: 'C' },
      encoding: 'utf8',
      maxBuffer: 32 * 1024 * 1024,
    });
    return parsePs(stdout ?? '', Date.now());
  };
  const lsof = (args: readonly string[]): ReadonlyMap<number, string[]> => {
    const { stdout } = spawnSync('/usr/sbin/lsof', ['-w', '-a', ...args], { encoding: 'utf8' });
    return parseLsof(stdout ?? '');
  };
  const one = (pid: number): PsRow | null => ps(['-p', String(pid)])[0] ?? null;
  const all = (): PsRow[] => ps(['-A']);
  return {
    // ps tells the start to the second.
    ageError: 1000,
    read: one,
    all,
    own: () =>
      ps(['-x', '-U', String(process.getuid?.() ?? '')]).map((row) => ({
        ...row,
        argv: () => rejoinPaths(row.argv, existsSync),
      })),
    folders: (pids) => {
      const found = pids.length === 0 ? new Map<number, string[]>() : lsof(['-d', 'cwd', '-p', pids.join(), '-Fn']);
      return new Map([...found].flatMap(([pid, [path]]) => (path === undefined ? [] : [[pid, path]])));
    },
    // ps prints it behind the command line, from which it can't be told apart.
    environ: () => null,
    openFiles: (pid) => lsof(['-p', String(pid), '-Fn']).get(pid) ?? [],
    argv: (pid) => {
      const row = one(pid);
      return row && rejoinPaths(row.argv, existsSync);
    },
    descendants: (pid) => descendantsIn(all(), pid),
  };
}
