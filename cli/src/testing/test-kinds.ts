import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureNatsServer, installWithApt, readEnvironment } from '@pitwall/stack';
import { progress } from '../print.js';

/** What has to be there before a kind of test can run; a reason instead when it can't be had. */
export type Preparation = { readonly env: NodeJS.ProcessEnv } | { readonly skip: string };

export interface TestKind {
  readonly name: string;
  /** Part of `pitwall test` without a word. */
  readonly standard: boolean;
  readonly timeoutMs: number;
  /** Test files at a time: a story's stack keeps two cores busy by itself. */
  readonly workers: number;
  prepare(checkout: string): Promise<Preparation>;
}

const MINUTE = 60_000;

const isRunnable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const onPath = (names: readonly string[]): string | undefined =>
  readEnvironment()
    .path.flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isRunnable);

const hasTests = (folder: string): boolean =>
  existsSync(folder) &&
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith('.test.ts'));

const withNats = async (): Promise<Preparation> => {
  try {
    return { env: { PITWALL_NATS_BIN: await ensureNatsServer(readEnvironment(), progress) } };
  } catch (error) {
    const { message, hint } = error as { message: string; hint?: string };
    return { skip: `${message} ${hint ?? ''}` };
  }
};

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const withChromium = async (checkout: string): Promise<Preparation> => {
  // Half a gigabyte isn't fetched for nothing.
  if (!hasTests(join(checkout, 'e2e', 'browser'))) return { env: {} };
  const servers = await withNats();
  if ('skip' in servers) return servers;
  const chosen = process.env['PITWALL_CHROMIUM'] ?? onPath(CHROMIUM_NAMES);
  if (chosen !== undefined) return { env: { ...servers.env, PITWALL_CHROMIUM: chosen } };
  if (process.getuid?.() === 0 && onPath(['apt-get']) !== undefined) await installWithApt('chromium', progress);
  const installed = onPath(CHROMIUM_NAMES);
  if (installed !== undefined) return { env: { ...servers.env, PITWALL_CHROMIUM: installed } };
  return { skip: 'there is no Chromium: install the package chromium or set PITWALL_CHROMIUM' };
};

const succeeds = (command: string, words: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(command, words, { stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });

const withDocker = async (checkout: string): Promise<Preparation> => {
  if (!hasTests(join(checkout, 'e2e', 'compose'))) return { skip: 'there are no compose tests' };
  if (onPath(['docker']) === undefined) return { skip: 'docker is not installed' };
  if (!(await succeeds('docker', ['compose', 'version']))) return { skip: 'docker has no compose' };
  return (await succeeds('docker', ['info'])) ? { env: {} } : { skip: 'no docker engine answers' };
};

export const TEST_KINDS: readonly TestKind[] = [
  { name: 'unit', standard: true, timeoutMs: 10 * MINUTE, workers: 2, prepare: async () => ({ env: {} }) },
  { name: 'service', standard: true, timeoutMs: 30 * MINUTE, workers: 2, prepare: withNats },
  { name: 'e2e', standard: true, timeoutMs: 60 * MINUTE, workers: 1, prepare: withNats },
  { name: 'browser', standard: true, timeoutMs: 60 * MINUTE, workers: 1, prepare: withChromium },
  { name: 'compose', standard: false, timeoutMs: 60 * MINUTE, workers: 1, prepare: withDocker },
];
