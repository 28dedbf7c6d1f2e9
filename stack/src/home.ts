import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { StackError } from './stack-error.js';

/** Every place under PITWALL_HOME. */
export interface HomePaths {
  readonly root: string;
  readonly config: string;
  readonly bin: string;
  readonly run: string;
  readonly spool: string;
  readonly logs: string;
  readonly workspaces: string;
  readonly data: string;
  readonly lock: string;
  readonly ports: string;
  readonly ownerToken: string;
  readonly hookToken: string;
}

export const homePaths = (root: string): HomePaths => {
  const at = (...names: string[]) => join(root, ...names);
  return {
    root,
    config: at('config.json'),
    bin: at('bin'),
    run: at('run'),
    spool: at('spool'),
    logs: at('logs'),
    workspaces: at('workspaces'),
    data: at('data'),
    lock: at('run', 'up.lock'),
    ports: at('run', 'ports.json'),
    ownerToken: at('run', 'owner-token'),
    hookToken: at('run', 'hook-token'),
  };
};

/** Makes the folder, or takes away what others may do in it. */
export const privateFolder = (path: string): void => {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if ((statSync(path).mode & 0o777) !== 0o700) chmodSync(path, 0o700);
};

/** Whole or not at all, and never readable by others, not even for a moment. */
export const writePrivateFile = (path: string, content: string): void => {
  const draft = join(dirname(path), `.${process.pid}-${randomBytes(4).toString('hex')}`);
  writeFileSync(draft, content, { mode: 0o600, flag: 'wx' });
  renameSync(draft, path);
};

export const readTextFile = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/** The home with all its folders, private to its owner. */
export const openHome = (path: string): HomePaths => {
  try {
    privateFolder(resolve(path));
    const home = homePaths(realpathSync(path));
    for (const folder of [home.bin, home.run, home.spool, home.logs, home.workspaces, home.data]) privateFolder(folder);
    return home;
  } catch (error) {
    const cause = error as NodeJS.ErrnoException;
    throw new StackError(
      'HOME_UNUSABLE',
      `The home ${path} can't be used: ${cause.message}`,
      'Choose another with --home or PITWALL_HOME, or give the folder to the user who runs Pitwall.',
    );
  }
};

/** The home as it is on disk, for commands that only look; nothing is made. */
export const existingHome = (path: string): HomePaths | null =>
  existsSync(path) ? homePaths(realpathSync(path)) : null;

/** Kept over restarts, so that scripts and open dashboards stay logged in. */
export const keptToken = (path: string): string => {
  const kept = readTextFile(path)?.trim();
  if (kept) {
    chmodSync(path, 0o600);
    return kept;
  }
  const token = randomBytes(32).toString('base64url');
  writePrivateFile(path, token);
  return token;
};

/** Where the parts of a running stack listen, all on 127.0.0.1. */
export interface StackPorts {
  readonly gateway: number;
  readonly hook: number;
  /** null: a server of the person's own. */
  readonly postgres: number | null;
  readonly nats: number | null;
}

export const writePorts = (home: HomePaths, ports: StackPorts): void =>
  writePrivateFile(home.ports, `${JSON.stringify(ports)}\n`);

export const readPorts = (home: HomePaths): StackPorts | null => {
  const text = readTextFile(home.ports);
  return text === null ? null : (JSON.parse(text) as StackPorts);
};
