import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import { commandLineOf, identityOf, isAlive } from '@pitwall/stack';

describe('a process is known by its pid and its start', () => {
  test('this process is alive, and stays the same', () => {
    const self = identityOf(process.pid);
    expect(self).not.toBeNull();
    expect(identityOf(process.pid)).toEqual(self);
    expect(self !== null && isAlive(self)).toBe(true);
  });

  test('a pid with another start time is another process', () => {
    expect(isAlive({ pid: process.pid, startTime: '1@another-boot' })).toBe(false);
  });

  test('a process that has ended is gone', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    const identity = identityOf(child.pid ?? 0);
    await once(child, 'exit');
    expect(identity !== null && isAlive(identity)).toBe(false);
  });

  test('a process of another user is alive, although it takes no signal from us', () => {
    const first = identityOf(1);
    expect(first !== null && isAlive(first)).toBe(true);
  });

  test('nonsense is nobody', () => {
    expect([identityOf(0), identityOf(-1), identityOf(Number.NaN), identityOf(2 ** 30)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test('the command line is seen', () => {
    expect(commandLineOf(process.pid)).toContain('node');
    expect(commandLineOf(2 ** 30)).toBeNull();
  });
});
