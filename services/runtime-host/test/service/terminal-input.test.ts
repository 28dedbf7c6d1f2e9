import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@pitwall/service-kit/testing';
import { hook, startHostProcess, type HostProcess } from '../support/host-process.js';
import { collectOutput, screenShows } from '../support/terminal-output.js';
import { tempFolder, type TempFolder } from '../support/temp-home.js';

describe('what is typed into a terminal', () => {
  let folder: TempFolder;
  let host: HostProcess;
  beforeEach(async () => {
    folder = tempFolder();
    host = await startHostProcess(folder.path);
  });
  afterEach(async () => {
    if (host.child.exitCode === null && host.child.signalCode === null) {
      await host.client.call('shutdown', { terminals: true }).catch(() => undefined);
    }
    await host.kill();
    folder.remove();
  });

  const shows = (terminalId: string, text: string) => screenShows(host, terminalId, text);
  const collect = (terminalId: string) => collectOutput(host, terminalId);

  it('a paste that the program takes in slowly holds up nobody, and all of it arrives', async () => {
    const bytes = 1024 * 1024;
    const answers = () => host.postHook(hook('Stop')).then(({ status }) => status);
    const echo = folder.script('echo', '#!/bin/sh\nstty raw -echo\necho ready-$((1+1))\nexec cat\n');
    await host.open({ terminalId: 'T', line: ` ${echo}\r` });
    await shows('T', 'ready-2');
    const chunks = await collect('T');
    host.client.write('T', Buffer.alloc(bytes, 'x'));
    expect(await Promise.race([answers(), new Promise((resolve) => setTimeout(resolve, 2000, 'hangs'))])).toBe(200);
    const echoed = () => chunks.reduce((sum, chunk) => sum + chunk.bytes.length, 0);
    await eventually(() => echoed() >= bytes, { timeoutMs: 15_000 });
    expect(Buffer.concat(chunks.map((chunk) => chunk.bytes)).equals(Buffer.alloc(bytes, 'x'))).toBe(true);
  });

  it('what is typed into a program that reads nothing is kept up to a limit, and waits for nobody else', async () => {
    const deaf = folder.script('deaf', '#!/bin/sh\nstty raw -echo\necho ready-$((1+1))\nexec sleep 1000\n');
    await host.open({ terminalId: 'T', line: ` ${deaf}\r` });
    await shows('T', 'ready-2');
    for (let i = 0; i < 40; i++) host.client.write('T', Buffer.alloc(1024 * 1024, 'x'));
    expect((await host.postHook(hook('Stop'))).status).toBe(200);
    const { result } = await host.client.call('stats', {});
    expect(result.rssBytes).toBeLessThan(200 * 1024 * 1024);
  });

  it('a turn is typed once, also when the command comes again or pty-host was killed meanwhile', async () => {
    const got = join(folder.path, 'got');
    const agent = folder.script(
      'agent',
      `#!/bin/sh\nstty -icanon; printf '\\033[?2004h'; echo ready-$((1+1)); cat > ${got}\n`,
    );
    await host.open({ terminalId: 'T', line: ` sh ${agent}\r` });
    await shows('T', 'ready-2');
    const turn = { commandId: 'c-1', terminalId: 'T', sessionId: 'S', turnId: 't-1', text: 'line one\nline two' };
    expect((await host.client.call('type', turn)).result.outcome).toBe('typed');
    expect((await host.client.call('type', turn)).result.outcome).toBe('already');
    await eventually(() => readFileSync(got, 'utf8').includes('line two'));
    expect(readFileSync(got, 'utf8').match(/line one/g)).toHaveLength(1);
    expect((await host.entry(({ event }) => event === 'turn-typed')).data).toMatchObject({
      turnId: 't-1',
      commandId: 'c-1',
    });
    // The second one is begun when pty-host dies: its outcome is unknown, so it isn't typed again.
    const dying = host.client.call('type', { ...turn, commandId: 'c-2', turnId: 't-2' }).catch(() => null);
    await eventually(() => readFileSync(host.paths.journal, 'utf8').includes('c-2'));
    await host.kill();
    await dying;
    host = await startHostProcess(folder.path);
    expect((await host.client.call('type', { ...turn, commandId: 'c-2', turnId: 't-2' })).result.outcome).toBe(
      'already',
    );
    expect((await host.entries()).filter(({ event }) => event === 'turn-typed')).toHaveLength(1);
  });

  it('F-55 clears the box in a piece of its own: a text that comes with it would go behind what stands there', async () => {
    const got = join(folder.path, 'got');
    const program = `process.stdin.setRawMode(true).on('data', (keys) => {
      require('fs').appendFileSync('${got}', JSON.stringify(String(keys)) + '\\n');
    });
    console.log('ready-' + (1 + 1));`;
    await host.open({ terminalId: 'T', line: ` '${process.execPath}' '${folder.script('agent.cjs', program)}'\r` });
    await shows('T', 'ready-2');
    await host.client.call('type', { commandId: 'c-1', terminalId: 'T', sessionId: 'S', turnId: 't-1', text: 'go on' });
    await eventually(() => readFileSync(got, 'utf8').includes(JSON.stringify('\r')));
    expect(
      readFileSync(got, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as string),
    ).toEqual([...['\x15\x15', 'go on', '\r']]);
  });

  it.each([
    ['is open', 0, ''],
    ['opens before Enter', 500, 'rm -rf'],
  ])('A-08 a turn presses nothing in a dialog that %s', async (_when, openAfterMs, typed) => {
    const got = join(folder.path, 'got');
    const agent = folder.script('agent', `#!/bin/sh\nstty raw -echo; echo ready-$((1+1)); cat > ${got}\n`);
    await host.open({ terminalId: 'T', line: ` sh ${agent}\r` });
    await shows('T', 'ready-2');
    const ask = () =>
      host.postHook(hook('PermissionRequest', { tool_name: 'Bash', tool_input: {} }), {
        'x-pitwall-terminal': 'T',
        'x-pitwall-hold': '1',
      });
    const opened = () => host.entry(({ data }) => data.payload?.hook_event_name === 'PermissionRequest');
    const held = openAfterMs === 0 ? ask() : null;
    if (held) await opened();
    const turn = { commandId: 'c-1', terminalId: 'T', sessionId: 'S', turnId: 't-1', text: 'rm -rf' };
    const typing = host.client.call('type', turn);
    await new Promise((resolve) => setTimeout(resolve, openAfterMs));
    const late = held ?? ask();
    expect((await typing).result.outcome).toBe('refused');
    expect((await host.entry(({ event }) => event === 'turn-refused')).data.reason).toMatch(/dialog/);
    expect(readFileSync(got, 'utf8').replaceAll('\x15', '')).toBe(typed);
    await host.postHook(hook('SessionEnd'));
    expect((await late).status).toBe(200);
  });

  it('types nothing into the shell once the agent has left', async () => {
    await host.open({ terminalId: 'T', line: ' echo gone-$((1+1))\r' });
    await shows('T', 'gone-2');
    const { result } = await host.client.call('type', {
      commandId: 'c',
      terminalId: 'T',
      sessionId: 'S',
      turnId: 't',
      text: 'touch canary',
    });
    expect(result.outcome).toBe('refused');
    expect((await host.entry(({ event }) => event === 'turn-refused')).data.reason).toMatch(/resume/);
  });
});
