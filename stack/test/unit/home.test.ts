import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { identityOf, keptToken, lockHolder, openHome, readPorts, takeLock, writePorts } from '@pitwall/stack';

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pw-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the home', () => {
  test('is private, with all its folders', () => {
    const home = openHome(join(folder, 'home'));
    for (const path of [home.root, home.bin, home.run, home.spool, home.logs, home.workspaces, home.data]) {
      expect(modeOf(path)).toBe('700');
    }
  });

  test('is made private when it existed with a wider mode', () => {
    const path = join(folder, 'home');
    mkdirSync(path);
    chmodSync(path, 0o755);
    expect(modeOf(openHome(path).root)).toBe('700');
  });

  test('keeps its tokens, for nobody else to read', () => {
    const home = openHome(folder);
    const token = keptToken(home.ownerToken);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(keptToken(home.ownerToken)).toBe(token);
    chmodSync(home.ownerToken, 0o644);
    expect(keptToken(home.ownerToken)).toBe(token);
    expect(modeOf(home.ownerToken)).toBe('600');
  });

  test('tells its ports', () => {
    const home = openHome(folder);
    expect(readPorts(home)).toBeNull();
    writePorts(home, { gateway: 1, hook: 2, postgres: null, nats: 4 });
    expect(readPorts(home)).toEqual({ gateway: 1, hook: 2, postgres: null, nats: 4 });
    expect(modeOf(home.ports)).toBe('600');
  });
});

describe('the lock of a home', () => {
  test('is held by one process and given back', () => {
    const home = openHome(folder);
    const release = takeLock(home);
    expect(lockHolder(home)).toEqual(identityOf(process.pid));
    expect(() => takeLock(home)).toThrow(/already running/);
    release();
    expect(lockHolder(home)).toBeNull();
    takeLock(home)();
    expect(readdirSync(home.run)).toEqual([]);
  });

  test.each([
    ['a process that is gone', { pid: 2 ** 30, startTime: '5' }],
    ['a pid that someone else has by now', { pid: process.pid, startTime: '5' }],
    ['half a file', 'nonsense'],
  ])('is taken over from %s', (_, holder) => {
    const home = openHome(folder);
    writeFileSync(home.lock, JSON.stringify(holder));
    expect(lockHolder(home)).toBeNull();
    const release = takeLock(home);
    expect(lockHolder(home)?.pid).toBe(process.pid);
    release();
  });
});
