import { mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import headless from '@xterm/headless';
import { eventually } from '@pitwall/service-kit/testing';
import { SerializeAddon } from '@xterm/addon-serialize';
import { createLinuxProcesses } from '../../src/os/linux-processes.js';
import { isAlive } from '../../src/os/processes.js';
import { startHostProcess, type HostProcess } from '../support/host-process.js';
import { collectOutput, screenShows } from '../support/terminal-output.js';
import { tempFolder, type TempFolder } from '../support/temp-home.js';

const processes = createLinuxProcesses();

/** Draws bytes on an empty terminal and tells what it shows, modes and cursor included. */
const drawn = async (parts: (Buffer | string)[], cols = 80, rows = 24): Promise<string> => {
  const terminal = new headless.Terminal({ cols, rows, scrollback: 5000, allowProposedApi: true });
  const serializer = new SerializeAddon();
  terminal.loadAddon(serializer);
  for (const part of parts) await new Promise<void>((resolve) => terminal.write(part, resolve));
  return serializer.serialize();
};

describe('terminals', () => {
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

  it('runs a login shell, types the line, and outlives the CLI', async () => {
    const cli = folder.script('cli', '#!/bin/sh\necho "id=$PITWALL_TERMINAL_ID term=$TERM outer=$CLAUDECODE."\n');
    await host.open({
      terminalId: 'T',
      line: ` sh '${cli}'\r`,
      env: { PATH: process.env.PATH, PS1: '$ ', CLAUDECODE: '1' },
    });
    await shows('T', 'id=T term=xterm-256color outer=.');
    host.client.write('T', Buffer.from('echo still-$((40+2))\r'));
    await shows('T', 'still-42');
    expect((await host.entries())[0]).toMatchObject({ event: 'terminal-opened', data: { terminalId: 'T' } });
    host.client.write('T', Buffer.from('exit 3\r'));
    const closed = await host.entry(({ event }) => event === 'terminal-closed');
    expect(closed.data).toMatchObject({ cause: 'exit', exitCode: 3 });
  });

  it('F-68 a folder and a home with spaces, quotes and a semicolon are just names', async () => {
    const cwd = join(folder.path, "My Repo (1) 'q'; rm");
    mkdirSync(cwd);
    await host.open({ terminalId: 'T', cwd, line: ' pwd > where; echo done-$((1+1))\r' });
    await shows('T', 'done-2');
    expect(readFileSync(join(cwd, 'where'), 'utf8').trim()).toBe(realpathSync(cwd));
  });

  it('F-51 a resize after the exit, 100 times, harms nothing', async () => {
    await host.open({ terminalId: 'T', line: 'exit\r' });
    for (let i = 0; i < 100; i++) await host.client.call('resize', { terminalId: 'T', cols: 80 + (i % 9), rows: 24 });
    await host.entry(({ event }) => event === 'terminal-closed');
    for (let i = 0; i < 100; i++) {
      expect((await host.client.call('resize', { terminalId: 'T', cols: 81, rows: 24 })).result.resized).toBe(false);
    }
  });

  it('F-53 stopping ends background children and double forks too', async () => {
    const pids = join(folder.path, 'pids');
    const script = folder.script(
      'forks',
      `#!/bin/sh
sleep 1000 & echo $! >> ${pids}
( ( nohup sleep 1001 >/dev/null 2>&1 & echo $! >> ${pids} ) & )
sh -c 'trap "" HUP TERM; echo $$ >> ${pids}; while :; do sleep 1; done' &
setsid sleep 1002 & echo $! >> ${pids}
sleep 0.2
echo forked-$((1+1))
sleep 1003
`,
    );
    await host.open({ terminalId: 'T', line: ` ${script}\r` });
    await shows('T', 'forked-2');
    const all = readFileSync(pids, 'utf8')
      .trim()
      .split('\n')
      .map(Number)
      .map((pid) => processes.read(pid)!);
    expect(all).toHaveLength(4);
    const started = performance.now();
    expect((await host.client.call('kill', { terminalId: 'T' })).result.ended).toBe(true);
    expect(performance.now() - started).toBeLessThan(3000);
    expect(all.filter((row) => isAlive(processes, row))).toEqual([]);
    expect((await host.entry(({ event }) => event === 'terminal-closed')).data.cause).toBe('stopped');
  });

  it('F-46 characters come whole through the stream and the screen, cut anywhere', async () => {
    const text = '😀é─';
    const bytes = [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
    const script = folder.script(
      'bytes',
      `#!/bin/sh\nread key\n${bytes.map((byte) => `printf '${byte}'; sleep 0.02`).join('\n')}\nhead -c 65535 /dev/zero | tr '\\0' a\nprintf '${bytes.slice(0, 4).join('')}'\necho; echo fin-$((1+1)); sleep 100\n`,
    );
    await host.open({ terminalId: 'T', line: '', shell: script });
    const chunks = await collect('T');
    const replays: { screen: Buffer; offset: number }[] = [];
    host.client.write('T', Buffer.from('\r'));
    await eventually(
      async () => {
        const { result, body } = await host.client.call('screen', { terminalId: 'T', maxBytes: 1 << 20 });
        replays.push({ screen: Buffer.from(body), offset: result!.offset });
        return body.toString().includes('fin-2');
      },
      { timeoutMs: 8000, everyMs: 5 },
    );
    const whole = Buffer.concat(chunks.map(({ bytes: chunk }) => chunk));
    const live = await drawn([whole]);
    expect(whole.toString()).toContain(`${'a'.repeat(100)}😀`);
    for (const { screen, offset } of replays.slice(-200)) {
      const rest = chunks.filter((chunk) => chunk.offset >= offset).map(({ bytes: chunk }) => chunk);
      const replayed = await drawn([screen, ...rest]);
      expect(replayed.includes('\ufffd')).toBe(false);
    }
    // Compared as a whole: a difference of 65,535 characters is no help to a reader.
    expect((await drawn([replays.at(-1)!.screen])) === live).toBe(true);
  });

  it('F-48 a viewer that comes late sees what one sees that never left: alternate screen, modes, mouse, cursor', async () => {
    const script = folder.script(
      'tui',
      `#!/bin/sh
read key
printf '\\033[?1049h\\033[?2004h\\033[?1h\\033[?1002h\\033[?1006h\\033[?25l\\033[2J\\033[3;20r\\033[5;5H\\033[1;31mred\\033[0m'
i=0; while [ $i -lt 2000 ]; do printf '\\033[%d;%dHrow %d \\033[3%dm#\\033[m' $((i % 24 + 1)) $((i % 60 + 1)) $i $((i % 8)); i=$((i+1)); done
printf '\\033[24;1Hfin-%d\\033[7;9H' $((1+1))
sleep 100
`,
    );
    await host.open({ terminalId: 'T', line: '', shell: script });
    const chunks = await collect('T');
    host.client.write('T', Buffer.from('\r'));
    await shows('T', 'fin-2');
    const { body } = await host.client.call('screen', { terminalId: 'T', maxBytes: 1 << 20 });
    const live = await drawn([Buffer.concat(chunks.map(({ bytes }) => bytes))]);
    expect(await drawn([body])).toBe(live);
    for (const mode of ['\x1b[?1049h', '\x1b[?2004h', '\x1b[?1002h', '\x1b[?1006h', '\x1b[?25l', '\x1b[3;20r']) {
      expect(body.toString()).toContain(mode);
    }
    // What comes next scrolls inside the same region and lands at the same place.
    const next = 'x\r\n'.repeat(20) + '\x1b[?1049lback';
    expect(await drawn([body, next])).toBe(await drawn([Buffer.concat(chunks.map(({ bytes }) => bytes)), next]));
  });

  it('answers no query: the person’s own terminal does, once', async () => {
    await host.open({
      terminalId: 'T',
      line: ` printf '\\033[c\\033[6n'; sleep 0.3; cat > got & sleep 0.3; echo end-$((1+1))\r`,
    });
    await shows('T', 'end-2');
    expect(await host.screen('T')).not.toMatch(/\d+;\d+R|\?1;2c/);
  });

  it('after kill -9 of pty-host each of its terminals is told closed, and numbers go on without a hole', async () => {
    await host.open({ terminalId: 'A', line: '' });
    await host.open({ terminalId: 'B', line: '' });
    await host.kill('SIGKILL');
    host = await startHostProcess(folder.path);
    const closed = (await host.entries()).filter(({ event }) => event === 'terminal-closed');
    expect(closed.map(({ data: { terminalId, cause } }) => [terminalId, cause])).toEqual([
      ['A', 'host-restart'],
      ['B', 'host-restart'],
    ]);
    const seqs = (await host.entries()).map(({ hostSeq }) => hostSeq);
    expect(seqs).toEqual(seqs.map((_, i) => i + 1));
  });

  it('a watcher that doesn’t read is skipped and never makes the program wait', async () => {
    const { createConnection } = await import('node:net');
    const { encodeFrame } = await import('../../src/control/frames.js');
    await host.open({ terminalId: 'T', line: '' });
    const stalled = createConnection(host.paths.controlSocket);
    stalled.write(
      encodeFrame({ id: 1, method: 'hello', params: { token: readFileSync(host.paths.ptyHostToken, 'utf8') } }),
    );
    stalled.write(encodeFrame({ id: 2, method: 'watch', params: { terminalId: 'T' } }));
    stalled.pause();
    host.client.write('T', Buffer.from(' head -c 12000000 /dev/zero | tr "\\0" "x"; echo; echo flood-$((1+1))\r'));
    await eventually(
      async () => {
        const { result } = await host.client.call('last-lines', { terminalId: 'T', count: 3 });
        return result.lines.join().includes('flood-2');
      },
      { timeoutMs: 20_000, everyMs: 50 },
    );
    expect((await host.client.call('stats', {})).result.rssBytes).toBeLessThan(400 * 1024 * 1024);
    stalled.destroy();
  }, 30_000);
});
