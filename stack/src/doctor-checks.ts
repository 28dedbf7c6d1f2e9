import { execFile } from 'node:child_process';
import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { installEnvironment, type StackEnvironment } from './config.js';
import { isPortFree } from './free-port.js';
import { readHomeConfig } from './home-config.js';
import { lockHolder } from './home-lock.js';
import { existingHome, homePaths } from './home.js';
import { findNatsServer, howToInstallNats, isSupportedNats } from './nats-binary.js';
import { isRoot, knownServerAccount } from './postgres-account.js';
import { findPostgresPackage } from './postgres-binaries.js';

export interface Finding {
  readonly ok: boolean;
  readonly detail: string;
  readonly fix?: string;
}

export interface Check {
  readonly id: string;
  readonly needed: boolean;
  readonly look: (environment: StackEnvironment) => Promise<Finding> | Finding;
}

/** Node ≥ this has what the build and the services use. */
const NODE = [20, 19] as const;
/** A new database and a day of logs; below that things stop in the middle. */
const DISK_BYTES = 1_000_000_000;

const run = async (file: string, args: string[]): Promise<string> => {
  const { stdout, stderr } = await promisify(execFile)(file, args, { timeout: 5_000, env: installEnvironment() });
  return (stdout || stderr).trim().split('\n')[0] ?? '';
};

const isRunnable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

const onPath = (command: string, { path }: StackEnvironment): string | null =>
  isAbsolute(command)
    ? isRunnable(command)
      ? command
      : null
    : (path.map((folder) => join(folder, command)).find(isRunnable) ?? null);

/** The folder itself or the nearest one above that is there. */
const nearestExisting = (path: string): string =>
  statSync(path, { throwIfNoEntry: false }) === undefined ? nearestExisting(dirname(path)) : path;

const configOf = ({ home }: StackEnvironment) => readHomeConfig(existingHome(home) ?? homePaths(home));

const command = (name: string, why: string, fix: string): Check => ({
  id: name,
  needed: false,
  look: (environment) => {
    const found = onPath(name, environment);
    return { ok: found !== null, detail: found ?? `not found; ${why}`, fix };
  },
});

const agent = (id: 'claude' | 'codex', fix: string): Check => ({
  id,
  needed: false,
  look: (environment) => {
    const wanted = configOf(environment)[`${id}Command`];
    // A command with arguments or from the login shell's own settings can't be judged from here.
    const found = onPath(wanted, environment);
    return { ok: found !== null, detail: found ?? `${wanted} was not found on PATH`, fix };
  },
});

const port = (id: string, key: 'port' | 'hookPort'): Check => ({
  id,
  needed: true,
  look: async (environment) => {
    const wanted = configOf(environment)[key];
    const home = existingHome(environment.home);
    if (home !== null && lockHolder(home) !== null) return { ok: true, detail: `${wanted} (the stack is up)` };
    if (await isPortFree(wanted)) return { ok: true, detail: `${wanted} is free` };
    return { ok: false, detail: `${wanted} is in use`, fix: `Set another "${key}" in config.json (0 = any free one).` };
  },
});

export const CHECKS: readonly Check[] = [
  {
    id: 'node',
    needed: true,
    look: () => {
      const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
      const ok = major > NODE[0] || (major === NODE[0] && minor >= NODE[1]);
      return { ok, detail: process.versions.node, fix: `Install Node ${NODE.join('.')} or newer.` };
    },
  },
  {
    id: 'config',
    needed: true,
    look: (environment) => ({
      ok: true,
      detail: `port ${configOf(environment).port}, hooks ${configOf(environment).hookPort}`,
    }),
  },
  {
    id: 'home',
    needed: true,
    look: ({ home }) => {
      const found = statSync(home, { throwIfNoEntry: false });
      if (found === undefined) return { ok: true, detail: `${home} (made at the first \`pitwall up\`)` };
      const mine = isRoot() || found.uid === process.getuid?.();
      if (!mine) return { ok: false, detail: `${home} belongs to another user`, fix: `sudo chown -R "$USER" ${home}` };
      const isPrivate = (found.mode & 0o077) === 0;
      return { ok: isPrivate, detail: isPrivate ? home : `others may look into ${home}`, fix: `chmod 700 ${home}` };
    },
  },
  {
    id: 'nats-server',
    needed: true,
    look: async (environment) => {
      if (configOf(environment).nats !== undefined) return { ok: true, detail: 'a server of your own (config.json)' };
      const found = findNatsServer(environment);
      if (found === null) return { ok: false, detail: 'not found', fix: howToInstallNats() };
      const version = await run(found, ['-v']);
      return { ok: isSupportedNats(version), detail: `${found}, ${version}`, fix: 'Install version 2.9 or newer.' };
    },
  },
  {
    id: 'postgres',
    needed: true,
    look: async (environment) => {
      if (configOf(environment).postgres !== undefined)
        return { ok: true, detail: 'a server of your own (config.json)' };
      const { native } = findPostgresPackage();
      const bin = join(native, 'bin', 'postgres');
      return { ok: true, detail: await run(bin, ['--version']) };
    },
  },
  {
    id: 'postgres-user',
    needed: false,
    look: () => {
      if (!isRoot()) return { ok: true, detail: 'the database server runs as you' };
      const account = knownServerAccount();
      return { ok: true, detail: account === null ? 'is made at the first `pitwall up`' : `runs as ${account.name}` };
    },
  },
  port('dashboard-port', 'port'),
  port('hook-port', 'hookPort'),
  {
    id: 'disk',
    needed: true,
    look: ({ home }) => {
      const { bavail, bsize } = statfsSync(nearestExisting(home));
      const free = bavail * bsize;
      const detail = `${(free / 1e9).toFixed(1)} GB free at ${home}`;
      return { ok: free >= DISK_BYTES, detail, fix: 'Free some space, or put the home elsewhere (PITWALL_HOME).' };
    },
  },
  {
    id: 'temporary-folder',
    needed: false,
    look: async ({ temporary }) => {
      if (process.platform !== 'linux') return { ok: true, detail: temporary };
      const options = await run('findmnt', ['-nT', temporary, '-o', 'OPTIONS']).catch(() => '');
      const noexec = options.split(',').includes('noexec');
      const detail = noexec ? `${temporary} forbids programs (noexec)` : temporary;
      return { ok: !noexec, detail, fix: 'Set TMPDIR to a folder that allows them; some agents need one.' };
    },
  },
  {
    id: 'shell',
    needed: true,
    look: ({ shell }) => {
      const ok = shell === null || isRunnable(shell);
      const detail = shell ?? '$SHELL is not set; /bin/sh is used';
      return { ok, detail, fix: `${shell} can't be run: set SHELL to your login shell.` };
    },
  },
  command('git', 'agents work in git worktrees', 'Install git.'),
  command('curl', 'permission questions of sessions started elsewhere are only answered with it', 'Install curl.'),
  agent('claude', 'Install Claude Code, or set "claudeCommand" in config.json.'),
  agent('codex', 'Install Codex, or set "codexCommand" in config.json.'),
];
