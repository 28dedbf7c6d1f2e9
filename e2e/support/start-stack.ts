import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@pitwall/service-kit/testing';
import { cleanEnvironment } from './clean-environment.js';
import { FAKE_AGENT, PROGRAM } from './checkout.js';
import { cleanUpAfter } from './clean-up-after.js';
import { type Cli, createCli, runPitwall } from './cli.js';
import { isRunning } from './processes.js';

const READY_MS = 60_000;

export interface Ports {
  readonly gateway: number;
  readonly hook: number;
}

export interface Stack {
  readonly home: string;
  /** HOME of everything that runs in its terminals. */
  readonly user: string;
  readonly cli: Cli;
  ports(): Ports;
  ownerToken(): string;
  hookToken(): string;
  /** The process of `up`, with every service in it. */
  upPid(): number;
  /** The process that outlives `up` with the terminals. */
  ptyHostPid(): number;
  /** Starts `up` and waits until it says that it is ready. */
  up(): Promise<void>;
  kill9(): Promise<void>;
  /** `pitwall down`, as a person would. */
  down(): Promise<void>;
  restart(): Promise<void>;
  /** Ends all that was started for this home, by pid, and removes it. */
  remove(): Promise<void>;
}

export interface StackOptions {
  /** Keys of config.json besides those that every test needs. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly env?: NodeJS.ProcessEnv;
}

/** A real stack in a process of its own, on a home of its own. */
export async function startStack({ config = {}, env = {} }: StackOptions = {}): Promise<Stack> {
  // Short, since a socket's path has to fit into 100 bytes.
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'pw-')));
  const guard = cleanUpAfter(home);
  const user = join(home, 'user');
  mkdirSync(user, { mode: 0o700 });
  const standard = { port: 0, hookPort: 0, testing: true, processCheckInterval: 500, claudeCommand: FAKE_AGENT };
  writeFileSync(join(home, 'config.json'), JSON.stringify({ ...standard, ...config }), { mode: 0o600 });
  const read = (name: string): string => readFileSync(join(home, 'run', name), 'utf8').trim();
  const childEnv = cleanEnvironment({ HOME: user, ...env });
  let child: ChildProcess | null = null;

  const kill9 = async (): Promise<void> => {
    const ending = child;
    child = null;
    if (!ending?.pid || !isRunning(ending.pid)) return;
    const gone = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGKILL');
    await gone;
  };
  const stack: Stack = {
    home,
    user,
    cli: createCli(home),
    ports: () => JSON.parse(read('ports.json')) as Ports,
    ownerToken: () => read('owner-token'),
    hookToken: () => read('hook-token'),
    upPid: () => {
      if (!child?.pid) throw new Error('up does not run');
      return child.pid;
    },
    ptyHostPid: () => (JSON.parse(read('pty-host.json')) as { pid: number }).pid,
    up: async () => {
      child = await spawnUp(home, childEnv);
    },
    kill9,
    down: async () => {
      await runPitwall(['down', '--home', home]);
      child = null;
    },
    restart: async () => {
      await stack.down();
      await stack.up();
    },
    remove: async () => {
      await runPitwall(['down', '--all', '--home', home]);
      await kill9();
      const info = join(home, 'run', 'pty-host.json');
      if (existsSync(info)) await endPtyHost(stack.ptyHostPid());
      removeDatabase(home);
      rmSync(home, { recursive: true, force: true });
      guard.dismiss();
    },
  };
  try {
    await stack.up();
  } catch (error) {
    await stack.remove();
    throw error;
  }
  return stack;
}

function spawnUp(home: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, [PROGRAM, 'up', '--home', home, '--no-open'], {
    cwd: home,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), READY_MS);
    child.stderr.on('data', (data: Buffer) => (said += data.toString()));
    child.stdout.on('data', (data: Buffer) => {
      if (!data.toString().includes('ready http://127.0.0.1:')) return;
      clearTimeout(timer);
      resolve(child);
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`up ended with ${signal ?? code} before it was ready:\n${said}`));
    });
  });
}

/** `down --all` ends it; one that hangs must not outlive the tests. */
async function endPtyHost(pid: number): Promise<void> {
  try {
    await eventually(() => !isRunning(pid), { timeoutMs: 5_000 });
  } catch {
    process.kill(pid, 'SIGKILL');
  }
}

/** Where root runs the tests the database is another user's, outside of the home. */
function removeDatabase(home: string): void {
  const state = join(home, 'data', 'postgres', 'state.json');
  if (!existsSync(state)) return;
  const { folder } = JSON.parse(readFileSync(state, 'utf8')) as { folder: string };
  rmSync(folder, { recursive: true, force: true });
}
