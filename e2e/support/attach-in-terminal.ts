import { spawn } from '@lydell/node-pty';
import { eventually } from '@pitwall/service-kit/testing';
import { cleanEnvironment } from './clean-environment.js';
import { PROGRAM } from './checkout.js';

export interface AttachedTerminal {
  type(keys: string): void;
  waitForText(text: string): Promise<void>;
  readonly exitCode: Promise<number>;
}

/** `session attach` in a terminal, as a person has it. */
export function attachInTerminal(home: string, id: string): AttachedTerminal {
  const pty = spawn(process.execPath, [PROGRAM, 'session', 'attach', id, '--home', home], {
    ...{ cols: 100, rows: 30 },
    env: cleanEnvironment({ TERM: 'xterm-256color' }),
  });
  let shown = '';
  pty.onData((data) => (shown += data));
  return {
    type: (keys) => pty.write(keys),
    waitForText: async (text) => {
      await eventually(() => shown.includes(text), { timeoutMs: 10_000 }).catch(() => {
        throw new Error(`no "${text}" in what was shown:\n${shown}`);
      });
    },
    exitCode: new Promise((resolve) => pty.onExit(({ exitCode }) => resolve(exitCode))),
  };
}
