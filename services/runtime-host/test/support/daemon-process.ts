import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { RuntimeHostStatus } from '../../src/daemon/runtime-host.js';

export interface DaemonProcess {
  child: ChildProcess;
  hookPort: number;
  ptyHostPid: number;
  /** What it said last of itself. */
  status(): Pick<RuntimeHostStatus, 'ok' | 'detail'>;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** A real daemon, alone in its process; its pty-host is another one. */
export async function startDaemonProcess(
  home: string,
  url: string,
  { claude, scanInterval = 0 }: { claude: string; scanInterval?: number },
): Promise<DaemonProcess> {
  const log = openSync(join(home, 'daemon.log'), 'a');
  const script = join(import.meta.dirname, '../fixtures/daemon.mjs');
  const child = spawn(process.execPath, [script, home, url, claude, String(scanInterval)], {
    stdio: ['ignore', 'pipe', log],
    env: { PATH: process.env.PATH },
  });
  let status!: RuntimeHostStatus;
  const lines = createInterface({ input: child.stdout! });
  const first = once(lines, 'line');
  lines.on('line', (line: string) => (status = JSON.parse(line) as RuntimeHostStatus));
  await first;
  const { hookPort, ptyHostPid } = status;
  return {
    child,
    hookPort: hookPort!,
    ptyHostPid: ptyHostPid!,
    status: () => status,
    kill: async (signal = 'SIGKILL') => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
}
