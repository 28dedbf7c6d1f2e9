import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type ProcessIdentity, processIdentity, sameProcess } from '@pitwall/contracts';
import { type HomePaths, readTextFile } from './home.js';
import { identityOf, isAlive } from './process-identity.js';
import { StackError } from './stack-error.js';

const parseHolder = (text: string | null): ProcessIdentity | null => {
  if (text === null) return null;
  try {
    return processIdentity.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

/** The living process that runs this home, if any. */
export const lockHolder = (home: HomePaths): ProcessIdentity | null => {
  const holder = parseHolder(readTextFile(home.lock));
  return holder !== null && isAlive(holder) ? holder : null;
};

/** A link appears whole or not at all, so nobody reads half a lock. */
const linkIfAbsent = (draft: string, lock: string): boolean => {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

/** Takes a dead holder's lock away; a living one that came in between gets its lock back. */
const clearStale = (home: HomePaths): void => {
  const aside = `${home.lock}.stale-${process.pid}`;
  try {
    renameSync(home.lock, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = parseHolder(readTextFile(aside));
  if (moved !== null && isAlive(moved)) linkIfAbsent(aside, home.lock);
  rmSync(aside, { force: true });
};

/** One `up` per home. Returns what gives the lock back. */
export const takeLock = (home: HomePaths): (() => void) => {
  const self = identityOf(process.pid);
  if (self === null) throw new Error('The system does not show this process.');
  const draft = `${home.lock}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(self)}\n`, { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      if (linkIfAbsent(draft, home.lock)) return () => giveBack(home, self);
      const holder = lockHolder(home);
      if (holder !== null) {
        throw new StackError(
          'ALREADY_UP',
          `Pitwall is already running for ${home.root} (process ${holder.pid}).`,
          'Use it as it is, stop it with `pitwall down`, or choose another home with --home.',
        );
      }
      clearStale(home);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  throw new StackError('LOCK_BUSY', `The lock ${home.lock} is being fought over.`, 'Try again.');
};

const giveBack = (home: HomePaths, self: ProcessIdentity): void => {
  if (sameProcess(parseHolder(readTextFile(home.lock)), self)) rmSync(home.lock, { force: true });
};
