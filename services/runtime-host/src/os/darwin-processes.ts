import { spawnSync } from 'node:child_process';
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
  const one = (pid: number): PsRow | null => ps(['-p', String(pid)])[0] ?? null;
  const all = (): PsRow[] => ps(['-A']);
  return {
    // ps tells the start to the second.
    ageError: 1000,
    read: one,
    all,
    argv: (pid) => one(pid)?.argv ?? null,
    descendants: (pid) => descendantsIn(all(), pid),
  };
}
