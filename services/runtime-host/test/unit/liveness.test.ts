import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { isAlive, type ProcessRow } from '../../src/os/processes.js';
import type { Processes } from '../../src/os/processes.js';

const IDENTITY = { pid: 4242, startTime: '100' };
const system = (row: Partial<ProcessRow> | null) => ({ read: () => row }) as unknown as Processes;
const kill = (code: string | null) =>
  jest.spyOn(process, 'kill').mockImplementation(() => {
    if (code !== null) throw Object.assign(new Error(code), { code });
    return true;
  });

describe('S-09 is it still this process?', () => {
  afterEach(() => void jest.restoreAllMocks());

  it.each<[string, string | null, Partial<ProcessRow> | null, boolean]>([
    ['it runs, or is stopped', null, { startTime: '100', zombie: false }, true],
    ['nobody has the pid', 'ESRCH', null, false],
    ['someone else’s', 'EPERM', { startTime: '100', zombie: false }, true],
    ['someone else’s, on a system that hides those', 'EPERM', null, true],
    ['gone between two questions', null, null, false],
    ['a zombie', null, { startTime: '100', zombie: true }, false],
    ['another one with its pid', null, { startTime: '101', zombie: false }, false],
    ['someone else’s with its pid', 'EPERM', { startTime: '101', zombie: false }, false],
  ])('%s', (_title, code, row, alive) => {
    kill(code);
    expect(isAlive(system(row), IDENTITY)).toBe(alive);
  });
});
