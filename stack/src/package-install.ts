import { spawn } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { installEnvironment } from './config.js';
import type { StackLog } from './stack-log.js';

const POLICY = '/usr/sbin/policy-rc.d';
/** A slow mirror is not an error; a question that nobody answers is. */
const INSTALL_TIMEOUT = 300_000;

const run = (command: string, args: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    // What it says belongs to the progress; stdout is for the answer of our own command.
    const stdio = ['ignore', 2, 2] as const;
    const child = spawn(command, args, { stdio: [...stdio], env: installEnvironment(), timeout: INSTALL_TIMEOUT });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });

/**
 * Debian starts a package's service when it installs it; ours is started by us alone. The policy names that one
 * service, so that it harms no other should we be killed before it is taken away.
 */
const withoutService = async <T>(service: string, work: () => Promise<T>): Promise<T> => {
  if (existsSync(POLICY)) return work();
  writeFileSync(POLICY, `#!/bin/sh\n[ "$1" = ${service} ] && exit 101\nexit 0\n`, { mode: 0o755 });
  try {
    return await work();
  } finally {
    rmSync(POLICY, { force: true });
  }
};

/** For root on Debian or Ubuntu; says whether it worked. */
export const installWithApt = (name: string, log: StackLog): Promise<boolean> =>
  withoutService(name, async () => {
    log(`installing ${name} (apt-get)…`);
    const waitForOthers = ['-o', 'DPkg::Lock::Timeout=120', '-q'];
    const install = () => run('apt-get', [...waitForOthers, 'install', '-y', '--no-install-recommends', name]);
    if (await install()) return true;
    log('updating the package lists…');
    return (await run('apt-get', [...waitForOthers, 'update'])) && (await install());
  });

export const installWithBrew = (name: string, log: StackLog): Promise<boolean> => {
  log(`installing ${name} (brew)…`);
  return run('brew', ['install', name]);
};
