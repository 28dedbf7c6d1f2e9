import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@pitwall/service-kit/testing';
import { connectPtyHost, type PtyHostClient } from '../../src/control/client.js';
import type { OpenParams } from '../../src/control/protocol.js';
import { installHookScript } from '../../src/daemon/hook-script.js';
import { homePaths, makeHomeFolders, type HomePaths } from '../../src/home-paths.js';

/** Waits for something to be there. */
export async function found<T>(
  look: () => Promise<T | null | undefined> | T | null | undefined,
  timeoutMs = 8000,
): Promise<T> {
  const result = await eventually(async () => (await look()) ?? false, { timeoutMs });
  return result as T;
}

const ENTRY = join(import.meta.dirname, '../../dist/pty-host-main.js');

export interface Entry {
  hostSeq: number;
  t: number;
  at: number;
  event: string;
  data: Record<string, unknown> & { payload?: Record<string, unknown> };
}

export interface HostProcess {
  paths: HomePaths;
  child: ChildProcess;
  client: PtyHostClient;
  port: number;
  hookToken: string;
  /** Everything in the log so far. */
  entries(): Promise<Entry[]>;
  /** Waits until the log holds an entry of that kind; returns it. */
  entry(match: (entry: Entry) => boolean): Promise<Entry>;
  postHook(body: unknown, headers?: Record<string, string>): Promise<{ status: number; text: string }>;
  open(terminal: Partial<OpenParams> & { terminalId: string }): Promise<void>;
  /** What the screen shows now, as text. */
  screen(terminalId: string): Promise<string>;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** A real pty-host process on its own port. */
export async function startHostProcess(home: string): Promise<HostProcess> {
  const paths = homePaths(home);
  makeHomeFolders(paths);
  installHookScript(paths.hookScript, paths.spoolIn);
  const log = openSync(paths.ptyHostLog, 'a');
  const args = [ENTRY, '--home', home, '--host-id', 'host-1', '--hook-port', '0'];
  const env = { PATH: process.env.PATH, HOME: home, SHELL: '/bin/sh' };
  const child = spawn(process.execPath, args, { stdio: ['ignore', log, log], env });
  const client = await eventually(async () => {
    if (child.exitCode !== null) throw new Error(readFileSync(paths.ptyHostLog, 'utf8'));
    return connectPtyHost({ socket: paths.controlSocket, token: readFileSync(paths.ptyHostToken, 'utf8') });
  });
  const port = client.hello.hookPort;
  const hookToken = readFileSync(paths.hookToken, 'utf8');

  const seen: Entry[] = [];
  const entries = async (): Promise<Entry[]> => {
    for (let from = (seen.at(-1)?.hostSeq ?? 0) + 1; ;) {
      const { result, body } = await client.call('log', { from, maxBytes: 1 << 20, waitMs: 0 });
      const lines = body.toString().split('\n').filter(Boolean);
      seen.push(...lines.map((line) => JSON.parse(line) as Entry).filter(({ hostSeq }) => hostSeq >= from));
      from = (seen.at(-1)?.hostSeq ?? from - 1) + 1;
      if (lines.length === 0 || from >= result.next) return [...seen];
    }
  };

  return {
    paths,
    child,
    client,
    port,
    hookToken,
    entries,
    entry: (match) => found(async () => (await entries()).find(match)),
    postHook: async (body, headers = {}) => {
      const response = await fetch(`http://127.0.0.1:${port}/hooks/claude`, {
        method: 'POST',
        headers: { authorization: `Bearer ${hookToken}`, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      return { status: response.status, text: await response.text() };
    },
    open: async (terminal) => {
      await client.call('open', {
        commandId: `open-${terminal.terminalId}`,
        sessionId: null,
        cli: 'claude',
        cliSessionId: null,
        cwd: home,
        cols: 80,
        rows: 24,
        env: { PATH: process.env.PATH, HOME: home, PS1: '$ ' },
        shell: '/bin/sh',
        hookToken: `token-of-${terminal.terminalId}`,
        line: '',
        ...terminal,
      });
    },
    screen: async (terminalId) => (await client.call('screen', { terminalId, maxBytes: 1 << 20 })).body.toString(),
    kill: async (signal = 'SIGKILL') => {
      client.close();
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
}

export const hook = (name: string, fields: object = {}) => ({
  session_id: '11111111-2222-4333-8444-555555555555',
  hook_event_name: name,
  cwd: '/tmp',
  ...fields,
});
