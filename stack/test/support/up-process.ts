import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

export const CHECKOUT = resolve(import.meta.dirname, '../../..');
const PROGRAM = join(CHECKOUT, 'cli', 'dist', 'pitwall.js');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandProcess {
  readonly pid: number;
  /** When it has printed `text` on that stream; rejects when it ends before. */
  saw(text: string, stream?: 'stdout' | 'stderr'): Promise<void>;
  signal(name: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
}

/** The command line program in a process of its own. */
export const runPitwall = (
  args: readonly string[],
  options: { uid?: number; env?: NodeJS.ProcessEnv } = {},
): CommandProcess => {
  const identity = options.uid === undefined ? {} : { uid: options.uid, gid: options.uid };
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: '/',
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...identity,
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.on('data', (data: Buffer) => {
      said[name] += data.toString();
      child.emit('said');
    });
  }
  // `exit`, not `close`: servers that outlive a killed `up` would hold its streams open.
  const ended = new Promise<Ended>((done) => child.once('exit', (code) => setImmediate(() => done({ code, ...said }))));
  return {
    pid: child.pid ?? 0,
    ended,
    signal: (name) => void child.kill(name),
    saw: (text, stream = 'stdout') =>
      new Promise((done, fail) => {
        const look = () => {
          if (said[stream].includes(text)) done();
        };
        child.on('said', look);
        void ended.then(({ code, stderr }) => {
          look();
          fail(new Error(`ended with ${code} before it said "${text}":\n${stderr}`));
        });
        look();
      }),
  };
};

export const startUp = async (home: string, options: { uid?: number } = {}): Promise<CommandProcess> => {
  const up = runPitwall(['up', '--home', home, '--no-open'], options);
  await up.saw('ready http://127.0.0.1:');
  return up;
};
