import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@pitwall/service-kit/testing';
import { CHECKOUT, FAKE_AGENT, PROGRAM } from '../support/checkout.js';
import { cleanEnvironment } from '../support/clean-environment.js';
import { cleanUpAfter } from '../support/clean-up-after.js';
import { runPitwall, type CliResult } from '../support/cli.js';

export interface ComposeStack {
  /** `docker compose WORDS` in this project; its stdout. Throws when it fails. */
  compose(...words: string[]): Promise<string>;
  /** `pitwall WORDS --json` against the stack; throws when it is refused. */
  ask<T>(...words: string[]): Promise<T>;
  remove(): Promise<void>;
}

const runToEnd = (command: string, words: readonly string[], env: NodeJS.ProcessEnv): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, words, { cwd: CHECKOUT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (data: Buffer) => (said.stdout += data.toString()));
    child.stderr.on('data', (data: Buffer) => (said.stderr += data.toString()));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0
        ? resolve(said.stdout)
        : reject(new Error(`${command} ${words.join(' ')}:\n${said.stderr.slice(-4000)}`)),
    );
  });

/** The project's own compose file, built from this checkout, on ports and under a name of its own. */
export async function startComposeStack(): Promise<ComposeStack> {
  const [gateway, nats] = [await freePort(), await freePort()];
  const project = `pitwall-test-${process.pid}`;
  const env = {
    ...process.env,
    PITWALL_PUBLISH: `127.0.0.1:${gateway}`,
    PITWALL_NATS_PUBLISH: `127.0.0.1:${nats}`,
    PITWALL_HOST_NATS_SERVERS: `nats://127.0.0.1:${nats}`,
    PITWALL_PUBLIC_NAMES: `127.0.0.1:${gateway}`,
    PITWALL_SHARDS: '8',
  };
  const compose = (...words: string[]) => runToEnd('docker', ['compose', '-p', project, ...words], env);
  const remove = async (): Promise<void> => {
    await compose('down', '--volumes', '--remove-orphans', '--timeout', '5');
  };
  try {
    await compose('up', '--build', '--detach', '--wait');
  } catch (error) {
    const logs = await compose('logs', '--tail', '20').catch(() => '');
    await remove();
    throw new Error(`the stack did not come up:\n${logs}`, { cause: error });
  }
  const token = (await compose('exec', '-T', 'gateway', 'cat', '/run/pitwall/owner-token')).trim();
  const remote = { PITWALL_URL: `http://127.0.0.1:${gateway}`, PITWALL_TOKEN: token };
  return {
    compose,
    remove,
    ask: async <T>(...words: string[]) => {
      const result: CliResult = await runPitwall([...words, '--json'], remote);
      if (result.code !== 0) throw new Error(`pitwall ${words.join(' ')}: ${result.stdout}${result.stderr}`);
      return result.json as T;
    },
  };
}

export interface OutsideHost {
  readonly hostId: string;
  /** Where its agents work. */
  readonly folder: string;
  remove(): Promise<void>;
}

/** This machine as a host of that stack, as a person would join it. */
export async function joinOutsideHost(stack: ComposeStack): Promise<OutsideHost> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'pw-joined-')));
  const guard = cleanUpAfter(home);
  const folder = join(home, 'user');
  mkdirSync(folder, { mode: 0o700 });
  const config = { hookPort: 0, testing: true, processCheckInterval: 500, claudeCommand: FAKE_AGENT };
  writeFileSync(join(home, 'config.json'), JSON.stringify(config), { mode: 0o600 });
  const { token, url } = await stack.ask<{ token: string; url: string }>('host', 'token');
  const joined = await runPitwall(['host', 'join', url, '--token', token, '--home', home, '--json']);
  if (joined.code !== 0) throw new Error(`host join: ${joined.stdout}${joined.stderr}`);
  const daemon = await startDaemon(home, folder);
  return {
    hostId: (joined.json as { hostId: string }).hostId,
    folder,
    remove: async () => {
      await runPitwall(['down', '--all', '--home', home]);
      daemon.kill('SIGKILL');
      rmSync(home, { recursive: true, force: true });
      guard.dismiss();
    },
  };
}

const startDaemon = (home: string, user: string): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const env = cleanEnvironment({ HOME: user });
    const child = spawn(process.execPath, [PROGRAM, 'host', 'up', '--home', home], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.once('data', () => resolve(child));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`host up ended with ${code}`)));
  });
