import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hook, startHostProcess, type HostProcess } from '../support/host-process.js';
import { tempFolder, type TempFolder } from '../support/temp-home.js';

describe('where a hook comes from', () => {
  let folder: TempFolder;
  let host: HostProcess;
  beforeAll(async () => {
    folder = tempFolder();
    host = await startHostProcess(folder.path);
  });
  afterAll(async () => {
    await host.kill();
    folder.remove();
  });

  let count = 0;
  /** A CLI that runs one hook as the real ones do: through a shell of its own. */
  const agentHook = async (cli: string, args: string[], env: object = {}) => {
    const note = `hook ${++count}`;
    const input = join(folder.path, `input-${count}`);
    writeFileSync(input, JSON.stringify(hook('SessionStart', { note, session_id: `session-${count}` })));
    const agent = folder.script(
      cli,
      `#!/bin/sh\nsh -c "'${host.paths.hookScript}' ${cli} < '${input}'; :"\nsleep 0.2\n`,
    );
    spawnSync('setsid', ['-w', agent, ...args], { env: { PATH: process.env.PATH, ...env } });
    return (await host.entry(({ data }) => data.payload?.note === note)).data;
  };

  it('M-07 tells the folder as the disk has it, null when it isn’t there', async () => {
    const real = join(folder.path, 'Real Folder');
    mkdirSync(real);
    symlinkSync(real, join(folder.path, 'link'));
    const rows: [unknown, string | null][] = [
      [`${real}/`, real],
      [join(folder.path, 'link', '..', 'link', '.'), real],
      [join(folder.path, 'nowhere'), null],
      ['relative', null],
      ['', null],
    ];
    for (const [cwd, expected] of rows) {
      await host.postHook(hook('Stop', { cwd }));
      const { data } = (await host.entries()).at(-1)!;
      expect([cwd, data.folder]).toEqual([cwd, expected]);
      expect(data.payload!.cwd).toBe(cwd);
    }
  });

  it.each<[string, string[], object, string | null]>([
    ['claude', ['-p', 'hi'], {}, 'sdk-cli'],
    ['claude', ['-p', 'hi'], { CLAUDE_CODE_ENTRYPOINT: 'cli' }, 'sdk-cli'],
    ['claude', ['-p', 'hi'], { CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' }, 'sdk-ts'],
    ['claude', [], { CLAUDE_CODE_ENTRYPOINT: 'cli' }, 'cli'],
    ['codex', ['-m', 'gpt', 'exec', 'hi'], { CLAUDE_CODE_ENTRYPOINT: 'cli' }, 'codex exec'],
    ['codex', ['exec the plan'], { CLAUDE_CODE_ENTRYPOINT: 'cli' }, null],
  ])('X-47 %s %j with %j → %s', async (cli, args, env, entrypoint) => {
    expect((await agentHook(cli, args, env)).entrypoint).toBe(entrypoint);
  });

  it('X-47 a headless Codex that has ended before its hook was read shows by its rollout', async () => {
    const rollout = join(folder.path, 'rollout-x.jsonl');
    const head = (source: string) => `${JSON.stringify({ type: 'session_meta', payload: { id: 'x', source } })}\n`;
    for (const [source, expected] of [
      ['exec', 'codex exec'],
      ['cli', null],
    ] as const) {
      writeFileSync(rollout, head(source));
      const note = `rollout of ${source}`;
      spawnSync('setsid', ['-w', 'sh', '-c', `'${host.paths.hookScript}' codex; :`], {
        input: JSON.stringify(hook('SessionStart', { note, transcript_path: rollout })),
      });
      expect((await host.entry(({ data }) => data.payload?.note === note)).data.entrypoint).toBe(expected);
    }
  });

  it('X-63 the leader is told by the environment, else by the command line', async () => {
    expect((await agentHook('claude', ['--parent-session-id', 'leader-1'])).parentSession).toBe('leader-1');
    const env = { CLAUDE_CODE_PARENT_SESSION_ID: 'leader-2' };
    expect((await agentHook('claude', ['--parent-session-id', 'leader-1'], env)).parentSession).toBe('leader-2');
  });

  it('X-46 under Codex’s shared daemon nothing is told of the terminal that started it', async () => {
    const env = { PITWALL_TERMINAL_ID: 'T-42', TERM_PROGRAM: 'vscode' };
    expect(await agentHook('codex', ['app-server', '--listen'], env)).toMatchObject({
      terminalId: null,
      process: null,
      hasTty: null,
      ancestors: [],
      termProgram: null,
    });
  });

  it('M-04 a headless run in a terminal doesn’t pass for the agent that has it', async () => {
    await host.client.call('note-agent', { process: { pid: process.pid, startTime: 'x' }, cliSessionId: 'outer' });
    const headers = { 'x-pitwall-terminal': 'T-9', 'x-pitwall-entrypoint': 'sdk-cli' };
    await agentHook('claude', ['-p', 'hi'], { PITWALL_TERMINAL_ID: 'T-9' });
    await host.postHook(hook('Stop', { session_id: 'nested' }), headers);
    expect((await host.entries()).at(-1)!.data).toMatchObject({ entrypoint: 'sdk-cli', process: null });
    const { processes, sessions } = (await host.client.call('list', {})).result;
    expect(processes.filter(({ terminalId }) => terminalId === 'T-9')).toEqual([]);
    expect(sessions!.map(({ cliSessionId }) => cliSessionId)).not.toContain('nested');
  });

  it('an http hook has the process that the session’s own file showed, also after /clear', async () => {
    const agent = { pid: process.pid, startTime: 'x' };
    await host.client.call('note-agent', { process: agent, cliSessionId: 'before' });
    await host.client.call('note-agent', { process: agent, cliSessionId: 'after' });
    for (const session_id of ['before', 'after']) {
      await host.postHook(hook('Stop', { session_id }));
      expect((await host.entries()).at(-1)!.data.process).toEqual(agent);
    }
  });
});
