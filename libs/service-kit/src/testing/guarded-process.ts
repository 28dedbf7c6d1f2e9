import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { createInterface } from 'node:readline';

export interface GuardedProcess {
  readonly pid: number;
  alive(): boolean;
  signal(name: NodeJS.Signals): void;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** The signal, then SIGKILL after `graceMs`. */
  stop(name: NodeJS.Signals, graceMs?: number): Promise<void>;
}

export interface GuardedOptions {
  /** Where its output goes. */
  readonly logFile: string;
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * The shell lives as long as the child. Its watcher waits on stdin, which ends when the test process ends in whatever
 * way, and then kills the child: a killed test run leaves no server behind. fd 3 carries nothing but the child's pid.
 */
const SCRIPT = [
  'exec 4<&0',
  '"$@" 3>&- 4<&- </dev/null & child=$!',
  'echo "$child" >&3; exec 3>&-',
  '(read -r _ <&4; kill -KILL "$child") 2>/dev/null & watcher=$!',
  'exec 4<&-',
  'wait "$child" 2>/dev/null; kill "$watcher" 2>/dev/null',
].join('\n');

/** Starts a program that doesn't outlive this process. */
export async function startGuarded(
  file: string,
  args: readonly string[],
  options: GuardedOptions,
): Promise<GuardedProcess> {
  const out = openSync(options.logFile, 'a');
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'guard', file, ...args], {
    stdio: ['pipe', out, out, 'pipe'],
    env: options.env ?? process.env,
    ...(options.user ? { uid: options.user.uid, gid: options.user.gid } : {}),
  });
  closeSync(out);
  const exited = once(shell, 'exit');
  const pipe = shell.stdio[3];
  if (pipe === null || pipe === undefined || !('read' in pipe)) throw new Error('the guard has no pid pipe');
  const lines = createInterface({ input: pipe });
  const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string | undefined];
  lines.close();
  const pid = Number(line);
  if (!(pid > 0)) throw new Error(`${file} did not start, see ${options.logFile}`);

  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(pid, name);
    } catch {
      // It is gone already, which is all that a signal could bring about.
    }
  };
  const alive = () => shell.exitCode === null && shell.signalCode === null;
  const kill = async () => {
    shell.stdin?.end();
    await exited;
  };
  return {
    pid,
    alive,
    signal,
    kill,
    stop: async (name, graceMs = 3_000) => {
      signal(name);
      const deadline = Date.now() + graceMs;
      while (alive() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
      await kill();
    },
  };
}
