import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { openHome, readEnvironment } from '@pitwall/stack/home';
import type { UpCommandOptions } from './commands/up.js';
import { CliError, type Failure } from './exit.js';

type Message = { readonly ready: string } | { readonly failed: Failure };

/** Starts `up` in a session of its own; returns its address when it is ready. */
export const startDetached = async (options: UpCommandOptions): Promise<string> => {
  const home = openHome(options.home ?? readEnvironment().home);
  const logFile = join(home.logs, 'up.log');
  const log = openSync(logFile, 'a', 0o600);
  const port = options.port === undefined ? [] : ['--port', String(options.port)];
  const args = [process.argv[1] ?? '', 'up', '--home', home.root, '--no-open', ...port];
  const child = spawn(process.execPath, args, { cwd: home.root, detached: true, stdio: ['ignore', log, log, 'ipc'] });
  closeSync(log);
  const giveUp = () => void child.kill('SIGTERM');
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, giveUp);
  try {
    return await new Promise<string>((resolve, reject) => {
      child.once('error', reject);
      child.once('message', (message: Message) =>
        'ready' in message ? resolve(message.ready) : reject(new CliError(message.failed)),
      );
      child.once('exit', (code, signal) => {
        const message = `The stack ended before it was ready (${signal ?? `exit code ${code}`}).`;
        reject(new CliError({ code: 'UP_FAILED', message, hint: `See ${logFile}` }));
      });
    });
  } finally {
    child.removeAllListeners();
    if (child.connected) child.disconnect();
    child.unref();
  }
};
