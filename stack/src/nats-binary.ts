import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import type { StackEnvironment } from './config.js';
import { readTextFile } from './home.js';
import { installWithApt, installWithBrew } from './package-install.js';
import { isRoot } from './postgres-account.js';
import { StackError } from './stack-error.js';
import type { StackLog } from './stack-log.js';

/** Where packages put it although an ordinary user's PATH may not say so. */
const USUAL_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

const mayRun = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** First the person's choice, then PATH, then the usual folders. */
export const findNatsServer = ({ natsBin, path }: StackEnvironment): string | null => {
  if (natsBin !== null) return mayRun(natsBin) ? natsBin : null;
  return [...path, ...USUAL_FOLDERS].map((folder) => join(folder, 'nats-server')).find(mayRun) ?? null;
};

const isDebianLike = (): boolean => /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readTextFile('/etc/os-release') ?? '');

export const howToInstallNats = (): string => {
  if (process.platform === 'darwin') return 'Install it: brew install nats-server';
  if (isDebianLike()) {
    return isRoot() ? 'The first `pitwall up` installs it.' : 'Install it: sudo apt-get install nats-server';
  }
  return 'Install nats-server 2.9 or newer (https://nats.io/download) and put it on PATH, or set PITWALL_NATS_BIN to it.';
};

/** The server's path; installs the distribution's package where that needs no password. */
export const ensureNatsServer = async (environment: StackEnvironment, log: StackLog): Promise<string> => {
  const found = findNatsServer(environment);
  if (found !== null) return found;
  if (environment.natsBin !== null) {
    throw new StackError(
      'NATS_MISSING',
      `PITWALL_NATS_BIN is ${environment.natsBin}, which can't be run.`,
      'Correct it.',
    );
  }
  if (process.platform === 'darwin') await installWithBrew('nats-server', log);
  else if (isRoot() && isDebianLike()) await installWithApt('nats-server', log);
  const installed = findNatsServer(environment);
  if (installed === null) throw new StackError('NATS_MISSING', 'nats-server was not found.', howToInstallNats());
  return installed;
};

/** Only the major and minor number matter to us. */
export const isSupportedNats = (versionLine: string): boolean => {
  const [, major = 0, minor = 0] = (/v?(\d+)\.(\d+)\./.exec(versionLine) ?? []).map(Number);
  return major > 2 || (major === 2 && minor >= 9);
};
