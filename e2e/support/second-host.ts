import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnvironment } from './clean-environment.js';
import { FAKE_AGENT } from './checkout.js';
import { cleanUpAfter } from './clean-up-after.js';
import { runPitwall } from './cli.js';
import { sendHttp } from './post-hook.js';
import type { Stack } from './start-stack.js';

export interface SecondHost {
  readonly name: string;
  readonly home: string;
  /** Its daemon hangs, as when the machine sleeps. */
  freeze(): void;
  thaw(): void;
  remove(): Promise<void>;
}

async function joinToken(stack: Stack): Promise<string> {
  const { text } = await sendHttp({
    port: stack.ports().gateway,
    path: '/graphql',
    headers: { authorization: `Bearer ${stack.ownerToken()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'mutation { createJoinToken { token } }' }),
  });
  return (JSON.parse(text) as { data: { createJoinToken: { token: string } } }).data.createJoinToken.token;
}

/** Another host of the stack, with a daemon that can be stopped without stopping the stack. */
export async function startSecondHost(stack: Stack): Promise<SecondHost> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'pw-host-')));
  const guard = cleanUpAfter(home);
  const url = `http://127.0.0.1:${stack.ports().gateway}`;
  const words = [join(import.meta.dirname, 'host-daemon.mjs'), home, url, await joinToken(stack), FAKE_AGENT];
  const env = cleanEnvironment({ HOME: home });
  const daemon = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise<void>((resolve) => daemon.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    daemon.stdout.once('data', () => resolve());
    daemon.once('exit', (code) => reject(new Error(`the second host ended with ${code}`)));
  });
  return {
    name: 'elsewhere',
    home,
    freeze: () => void daemon.kill('SIGSTOP'),
    thaw: () => void daemon.kill('SIGCONT'),
    remove: async () => {
      daemon.kill('SIGKILL');
      await exited;
      await runPitwall(['down', '--all', '--home', home]);
      rmSync(home, { recursive: true, force: true });
      guard.dismiss();
    },
  };
}
