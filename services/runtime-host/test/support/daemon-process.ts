import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';

export interface DaemonProcess {
  child: ChildProcess;
  hookPort: number;
  ptyHostPid: number;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** A real daemon, alone in its process; its pty-host is another one. */
export async function startDaemonProcess(home: string, url: string, claude: string): Promise<DaemonProcess> {
  const log = openSync(join(home, 'daemon.log'), 'a');
  const script = join(import.meta.dirname, '../fixtures/daemon.mjs');
  const child = spawn(process.execPath, [script, home, url, claude], {
    stdio: ['ignore', 'pipe', log],
    env: { PATH: process.env.PATH },
  });
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  const { hookPort, ptyHostPid } = JSON.parse(line.toString()) as { hookPort: number; ptyHostPid: number };
  return {
    child,
    hookPort,
    ptyHostPid,
    kill: async (signal = 'SIGKILL') => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
}
