import { spawn } from 'node:child_process';

export interface ToolRun {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
}

/** Runs a node program with all its output on stderr; null = it had to be ended. */
export const runTool = ({ cwd, args, env, timeoutMs }: ToolRun): Promise<number | null> =>
  new Promise((resolve) => {
    // A group of its own, so that what a hanging test has started is ended with it.
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 2, 2], detached: true });
    const end = (signal: NodeJS.Signals) => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, signal);
      } catch {
        // Gone already.
      }
    };
    const interrupted = (signal: NodeJS.Signals) => {
      end(signal);
      process.exitCode = 1;
    };
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, interrupted);
    const timer = setTimeout(() => end('SIGKILL'), timeoutMs);
    const settle = (code: number | null) => {
      clearTimeout(timer);
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, interrupted);
      resolve(code);
    };
    child.once('error', () => settle(null));
    child.once('exit', settle);
  });
