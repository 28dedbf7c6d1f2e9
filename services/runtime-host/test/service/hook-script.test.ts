import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hostLog } from '@pitwall/contracts';
import { eventually } from '@pitwall/service-kit/testing';
import { installHookScript } from '../../src/daemon/hook-script.js';
import { homePaths, makeHomeFolders } from '../../src/home-paths.js';
import { found, hook, startHostProcess, type HostProcess } from '../support/host-process.js';
import { tempFolder, type TempFolder } from '../support/temp-home.js';

const SHELLS = ['dash', 'bash'].filter((shell) => spawnSync(shell, ['-c', ':']).status === 0);

interface RunOptions {
  input?: string | Buffer;
  args?: string[];
  env?: object;
}

const run = (shell: string, script: string, { input = '', args = ['claude'], env = {} }: RunOptions = {}) =>
  spawnSync(shell, [script, ...args], { input, env: { PATH: process.env.PATH, ...env }, maxBuffer: 1 << 20 });

const runAsync = (script: string, input: string): Promise<number | null> =>
  new Promise((resolve) => {
    const child = spawn('sh', [script, 'claude'], { stdio: ['pipe', 'ignore', 'ignore'] });
    child.on('exit', resolve);
    child.stdin.end(input);
  });

describe.each(SHELLS)('the hook script under %s, with nothing running', (shell) => {
  let folder: TempFolder;
  let script: string;
  let spoolIn: string;
  beforeEach(() => {
    folder = tempFolder(`pw it's "ü" `);
    const paths = homePaths(folder.path);
    makeHomeFolders(paths);
    installHookScript(paths.hookScript, paths.spoolIn);
    script = paths.hookScript;
    spoolIn = paths.spoolIn;
  });
  afterEach(() => folder.remove());

  it.each<[string, string | Buffer]>([
    ['empty', ''],
    ['one zero byte', Buffer.from([0])],
    ['binary', Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 31) % 256))],
    ['20 MB', 'x'.repeat(20 * 1024 * 1024)],
    ['nested 10,000 deep', '['.repeat(10_000)],
  ])('exits 0 and prints nothing: %s', (_title, input) => {
    const { status, stdout, stderr, error } = run(shell, script, { input });
    expect([status, stdout.length, stderr.length, error]).toEqual([0, 0, 0, undefined]);
    expect(readdirSync(spoolIn)).toHaveLength(1);
  });

  it('F-38 reads its input to the end also when it has nothing to do', () => {
    const input = 'x'.repeat(8 * 1024 * 1024);
    const { status, error } = run(shell, script, { input, env: { PITWALL_LAUNCH_HOOKS: '1' } });
    expect([status, error]).toEqual([0, undefined]);
    expect(readdirSync(spoolIn)).toHaveLength(0);
    expect(run(shell, script, { input, args: ['claude', '--launch'], env: { PITWALL_LAUNCH_HOOKS: '1' } }).status).toBe(
      0,
    );
    expect(readdirSync(spoolIn)).toHaveLength(1);
  });

  it('A-07 Codex has no hooks of its launch: its installed ones report in a terminal of ours too', () => {
    const { status } = run(shell, script, { input: '{}', args: ['codex'], env: { PITWALL_LAUNCH_HOOKS: '1' } });
    expect(status).toBe(0);
    expect(readdirSync(spoolIn)).toHaveLength(1);
  });

  it('exits 0 with the home gone', () => {
    rmSync(spoolIn, { recursive: true });
    const { status, stdout, error } = run(shell, script, { input: 'x'.repeat(8 * 1024 * 1024) });
    expect([status, stdout.length, error]).toEqual([0, 0, undefined]);
  });
});

describe('the folder of hook files', () => {
  let folder: TempFolder;
  let host: HostProcess;
  let script: string;
  beforeAll(async () => {
    folder = tempFolder();
    host = await startHostProcess(folder.path);
    script = host.paths.hookScript;
  });
  afterAll(async () => {
    await host.kill();
    folder.remove();
  });
  const refused = async (reason: string) => (await host.client.call('stats', {})).result.hooks.refused[reason] ?? 0;
  const noted = (note: string) => host.entry(({ data }) => data.payload?.note === note);

  it('carries what the environment says, and no forged lines', async () => {
    run('sh', script, {
      input: JSON.stringify(hook('SessionStart', { note: 'env' })),
      env: {
        AGENT_MANAGER_TERMINAL_ID: 'T-7',
        CLAUDE_CODE_ENTRYPOINT: 'sdk-cli',
        TERM_PROGRAM: 'x\ncli codex\nterminal EVIL',
        TMUX: '/tmp/tmux',
      },
    });
    const entry = await noted('env');
    expect(entry.data).toMatchObject({
      cli: 'claude',
      via: 'command',
      terminalId: 'T-7',
      entrypoint: 'sdk-cli',
      termProgram: null,
    });
    expect(hostLog.parseValue({ v: 1, hostId: 'h', oldest: 1, ...entry })).toMatchObject({ event: 'hook' });
  });

  it('names tmux only where no terminal program is named', async () => {
    const input = (note: string) => JSON.stringify(hook('SessionStart', { note }));
    run('sh', script, { input: input('t1'), env: { TMUX: '/tmp/t' } });
    run('sh', script, { input: input('t2'), env: { TMUX: '/tmp/t', TERM_PROGRAM: 'WezTerm' } });
    expect((await noted('t1')).data.termProgram).toBe('tmux');
    expect((await noted('t2')).data.termProgram).toBe('WezTerm');
  });

  it('finds the agent among the ancestors, and whether it has a terminal', async () => {
    const input = join(folder.path, 'input.json');
    writeFileSync(input, JSON.stringify(hook('SessionStart', { note: 'agent' })));
    // The hook's shell is a child of the agent, as with the real CLI.
    const agent = folder.script('claude', `#!/bin/sh\nsh -c "'${script}' claude < '${input}'; :"\n:\n`);
    spawnSync('setsid', ['-w', agent]);
    const { data } = await noted('agent');
    const ancestors = data.ancestors as { pid: number; command: string }[];
    const found = ancestors.find(({ command }) => command.endsWith('claude'));
    expect(found).toBeDefined();
    expect(data.process).toMatchObject({ pid: found!.pid });
    expect(data.hasTty).toBe(false);
  });

  it('says nothing about a terminal when no agent was recognised', async () => {
    spawnSync('setsid', ['-w', 'sh', '-c', `'${script}' claude; :`], {
      input: JSON.stringify(hook('SessionStart', { note: 'by hand' })),
    });
    expect((await noted('by hand')).data).toMatchObject({ process: null, hasTty: null });
  });

  it('F-41 20 writers × 100 events of 64 KB all arrive, none torn', async () => {
    const text = 'y'.repeat(64 * 1024);
    const before = (await host.client.call('stats', {})).result.hooks.received;
    const writer = async (w: number): Promise<void> => {
      for (let i = 0; i < 100; i++) {
        expect(
          await runAsync(script, JSON.stringify(hook('PostToolUse', { note: `w${w}-${i}`, tool_response: text }))),
        ).toBe(0);
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, w) => writer(w)));
    await eventually(async () => (await host.client.call('stats', {})).result.hooks.received === before + 2000, {
      timeoutMs: 20_000,
    });
    const notes = (await host.entries())
      .filter(
        ({ data }) =>
          typeof data.payload?.note === 'string' &&
          /^w\d+-/.test(data.payload.note) &&
          data.payload.tool_response === text,
      )
      .map(({ data }) => String(data.payload!.note));
    expect(new Set(notes).size).toBe(2000);
    expect(notes).toHaveLength(2000);
    for (let w = 0; w < 20; w++) {
      const mine = notes.filter((note) => note.startsWith(`w${w}-`));
      expect(mine).toEqual(Array.from({ length: 100 }, (_, i) => `w${w}-${i}`));
    }
    expect(readdirSync(host.paths.spoolIn)).toEqual([]);
  }, 180_000);

  it('keeps the order of command and http hooks', async () => {
    for (let i = 0; i < 30; i++) {
      run('sh', script, { input: JSON.stringify(hook('PreToolUse', { order: 2 * i })) });
      await host.postHook(hook('PostToolUse', { order: 2 * i + 1 }));
    }
    const order = (await host.entries()).map(({ data }) => data.payload?.order).filter((n) => n !== undefined);
    expect(order).toEqual(Array.from({ length: 60 }, (_, i) => i));
  }, 90_000);

  it('puts a damaged file aside and counts it; the others arrive', async () => {
    const before = await refused('not-json');
    const unfinished = await refused('unfinished');
    run('sh', script, { input: '{"broken":' });
    const old = join(host.paths.spoolIn, '999');
    writeFileSync(old, 'pitwall-hook 1\ncli claude\n\n{"half":');
    utimesSync(old, 1, 1);
    run('sh', script, { input: JSON.stringify(hook('Stop', { note: 'after the damage' })) });
    await noted('after the damage');
    await eventually(
      async () => (await refused('not-json')) === before + 1 && (await refused('unfinished')) === unfinished + 1,
    );
    expect(readdirSync(host.paths.spoolBad)).toHaveLength(2);
  });

  it('a body over 16 MB arrives as JSON with its long texts cut', async () => {
    run('sh', script, {
      input: JSON.stringify(
        hook('PostToolUse', { note: 'long', tool_response: { out: 'z'.repeat(18 * 1024 * 1024) } }),
      ),
    });
    const { data } = await noted('long');
    expect(data.truncated).toBe(true);
    expect((data.payload!.tool_response as { out: string }).out).toHaveLength(8192);
  });

  it('a file taken in before a crash, but not removed yet, isn’t taken twice', async () => {
    run('sh', script, { input: JSON.stringify(hook('Stop', { note: 'once' })) });
    await noted('once');
    await host.kill();
    run('sh', script, { input: JSON.stringify(hook('Stop', { note: 'while down' })) });
    mkdirSync(join(host.paths.spoolIn, 'a folder'));
    host = await startHostProcess(folder.path);
    await noted('while down');
    expect((await host.entries()).filter(({ data }) => data.payload?.note === 'once')).toHaveLength(1);
    const seqs = (await host.entries()).map(({ hostSeq }) => hostSeq);
    expect(seqs).toEqual(seqs.map((_, i) => i + 1));
    await found(() => (readdirSync(host.paths.spoolIn).length === 1 ? true : null));
  });
});
