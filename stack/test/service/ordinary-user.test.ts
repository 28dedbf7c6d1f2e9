import { chownSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { stackStatus } from '@pitwall/stack';
import { type TemporaryHome, temporaryHome } from '../support/temporary-home.js';
import { CHECKOUT, startUp } from '../support/up-process.js';

const NOBODY = 65_534;

const isRoot = process.getuid?.() === 0;

const mayEnter = (path: string): boolean =>
  (statSync(path).mode & 0o005) === 0o005 && (dirname(path) === path || mayEnter(dirname(path)));

let home: TemporaryHome;
beforeEach(() => {
  home = temporaryHome();
});
afterEach(() => home.remove());

const databaseFolder = (): string =>
  (JSON.parse(readFileSync(join(home.path, 'data', 'postgres', 'state.json'), 'utf8')) as { folder: string }).folder;

const serverOwner = async (name: string): Promise<number | undefined> => {
  const pid = (await stackStatus(home.path)).parts.find((part) => part.name === name)?.instance;
  return statSync(`/proc/${pid}`).uid;
};

const onLinuxAsRoot = isRoot && process.platform === 'linux' ? test : test.skip;
const whereNobodyMayRead = isRoot && process.platform === 'linux' && mayEnter(CHECKOUT) ? test : test.skip;

describe('who runs the database server', () => {
  onLinuxAsRoot('root: another user, with the data where that one can go (skipped for others)', async () => {
    const up = await startUp(home.path);
    expect(databaseFolder()).toMatch(/^\/var\/lib\/pitwall\/[0-9a-f]{12}$/);
    expect(statSync(databaseFolder()).mode & 0o777).toBe(0o700);
    expect(await serverOwner('postgres')).not.toBe(0);
    up.signal('SIGTERM');
    expect((await up.ended).code).toBe(0);
  });

  whereNobodyMayRead(
    'an ordinary user: the user, with the data in the home (skipped where others may not read the checkout)',
    async () => {
      chownSync(home.path, NOBODY, NOBODY);
      chownSync(join(home.path, 'config.json'), NOBODY, NOBODY);
      const up = await startUp(home.path, { uid: NOBODY });
      expect(databaseFolder()).toBe(join(home.path, 'data', 'postgres'));
      expect(await serverOwner('postgres')).toBe(NOBODY);
      expect(await serverOwner('nats')).toBe(NOBODY);
      up.signal('SIGTERM');
      expect((await up.ended).code).toBe(0);
    },
  );
});
