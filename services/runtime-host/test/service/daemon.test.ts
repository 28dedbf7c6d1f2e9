import { mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { HEARTBEAT_MS, TERMINAL_HEADERS, encodeMessage, heartbeat, subjects, type HostEvent } from '@pitwall/contracts';
import { eventually } from '@pitwall/service-kit/testing';
import { countTerminals, endTerminals } from '../../src/daemon/running-terminals.js';
import { startDaemonProcess, type DaemonProcess } from '../support/daemon-process.js';
import { startHostBus, type HostBus } from '../support/host-bus.js';
import { found, hook } from '../support/host-process.js';
import { tempFolder, type TempFolder } from '../support/temp-home.js';

const HOST = 'host-1';

/** An agent that takes pasted turns and sends the hooks of each, as the real one does. */
const AGENT = `#!/bin/sh
printf '\\033[?2004h'
echo "agent $*" 
while read line; do echo "got $line"; case $line in *quit*) exit 0;; esac; done
`;

describe('the daemon', () => {
  let folder: TempFolder;
  let bus: HostBus;
  let daemon: DaemonProcess;
  let repo: string;
  beforeEach(async () => {
    folder = tempFolder();
    repo = join(folder.path, 'repo');
    mkdirSync(repo);
    bus = await startHostBus(HOST);
    daemon = await startDaemonProcess(folder.path, bus.nats.url, folder.script('claude', AGENT));
  });
  afterEach(async () => {
    await daemon.kill('SIGTERM');
    await endTerminals(folder.path);
    await bus.stop();
    folder.remove();
  });

  const open = (terminalId: string, fields: object = {}) =>
    bus.command('open-terminal', {
      sessionId: `S-${terminalId}`,
      terminalId,
      cli: 'claude',
      cwd: repo,
      cliSessionId: `cli-${terminalId}`,
      model: null,
      permissionMode: null,
      prompt: null,
      cols: 100,
      rows: 30,
      ...fields,
    });
  const named = (name: HostEvent['event']) => (event: HostEvent) => event.event === name;
  const post = (body: object) =>
    fetch(`http://127.0.0.1:${daemon.hookPort}/hooks/claude`, {
      method: 'POST',
      headers: { authorization: `Bearer ${readFileSync(join(folder.path, 'run/hook-token'), 'utf8')}` },
      body: JSON.stringify(body),
    });
  /** The events without what came twice, as a reader sees them. */
  const distinct = () => {
    const seen = new Map(bus.events().map((event) => [event.hostSeq, event]));
    return [...seen.values()].sort((a, b) => a.hostSeq - b.hostSeq);
  };
  const hooksSeen = () => distinct().flatMap((event) => (event.event === 'hook' ? [event.data.payload.n as number] : []));

  const viewer = (terminalId: string, id = 'v1') => {
    const out: { kind: string; viewer: string; offset: number; cols: number; rows: number; bytes: Buffer }[] = [];
    const subscription = bus.nc.subscribe(subjects.terminal(HOST, terminalId, 'out'), {
      callback: (_error, message) => {
        const head = (name: keyof typeof TERMINAL_HEADERS) => message.headers?.get(TERMINAL_HEADERS[name]) ?? '';
        out.push({
          kind: head('kind'),
          viewer: head('viewer'),
          offset: Number(head('offset')),
          cols: Number(head('cols')),
          rows: Number(head('rows')),
          bytes: Buffer.from(message.data),
        });
      },
    });
    const say = (message: object) => bus.nc.publish(subjects.terminal(HOST, terminalId, 'resize'), encodeMessage({ viewer: id, ...message }));
    return {
      out,
      say,
      attach: (cols = 100, rows = 30) => say({ type: 'attach', cols, rows }),
      type: (text: string) => bus.nc.publish(subjects.terminal(HOST, terminalId, 'in'), text),
      ack: (offset: number) => bus.nc.publish(subjects.terminal(HOST, terminalId, 'ack'), encodeMessage({ viewer: id, offset })),
      text: () => Buffer.concat(out.map(({ bytes }) => bytes)).toString(),
      screens: () => out.filter(({ kind, viewer: to }) => kind === 'screen' && to === id),
      close: () => subscription.unsubscribe(),
    };
  };

  it('opens a terminal, sees its agent, types a turn, and ends it', async () => {
    await open('T1', { prompt: "it's $(touch canary)" });
    const opened = await bus.event(named('terminal-opened'));
    expect(opened).toMatchObject({ hostId: HOST, hostSeq: 1, oldest: 1, data: { terminalId: 'T1', cwd: repo, cliSessionId: 'cli-T1' } });
    await bus.event(named('process-seen'));
    const watcher = viewer('T1');
    watcher.attach();
    await eventually(() => watcher.text().includes('agent'));
    expect(watcher.text()).toContain("-- it's $(touch canary)");
    expect(readdirSync(repo)).toEqual([]);
    for (const name of readdirSync(join(folder.path, 'run/launch'))) {
      expect(statSync(join(folder.path, 'run/launch', name)).mode & 0o077).toBe(0);
    }
    await bus.command('type-turn', { sessionId: 'S-T1', terminalId: 'T1', turnId: 't1', text: 'hello' });
    await bus.event(named('turn-typed'));
    await eventually(() => /got .*hello/.test(watcher.text()));
    await bus.command('stop-terminal', { sessionId: 'S-T1', terminalId: 'T1' });
    expect(await bus.event(named('terminal-closed'))).toMatchObject({ data: { cause: 'stopped' } });
    await bus.event(named('process-gone'));
    await eventually(() => watcher.out.some(({ kind }) => kind === 'exit'));
    await eventually(() => readdirSync(join(folder.path, 'run/launch')).length === 0);
  });

  it('F-29 tells at once, with the last lines, when the CLI leaves before any hook', async () => {
    folder.script('claude', '#!/bin/sh\necho "No conversation found with session ID"; exit 1\n');
    await open('T1');
    const gone = await bus.event(named('process-gone'));
    expect(gone).toMatchObject({ data: { terminalId: 'T1' } });
    expect(JSON.stringify(gone)).toContain('No conversation found');
    expect(distinct().filter(named('process-seen'))).toHaveLength(1);
    expect(distinct().filter(named('terminal-closed'))).toHaveLength(0);
  });

  it('refuses a folder that isn’t there with what to do, and commands that came too late', async () => {
    await open('T1', { cwd: join(folder.path, 'nowhere') });
    await open('T2', { cwd: join(folder.path, 'claude') });
    await eventually(() => bus.events().filter(named('terminal-open-failed')).length === 2);
    expect(JSON.stringify(bus.events())).toMatch(/create it, or choose another folder.*choose the folder it is in/);
    const late = { issuedAt: 1, expiresAt: 2 };
    await bus.command('type-turn', { sessionId: 'S', terminalId: 'T1', turnId: 't', text: 'x' }, late);
    await bus.command('answer-request', { sessionId: 'S', requestId: 'rq-1', behavior: 'allow', message: null }, late);
    expect(await bus.event(named('turn-refused'))).toMatchObject({ data: { turnId: 't' } });
    expect(await bus.event(named('request-answered'))).toMatchObject({ data: { delivered: false } });
  });

  it('answers a check with what is so now', async () => {
    folder.script('claude', '#!/bin/sh\nsleep 300 &\nread go\nsleep 301 &\nread stop\n');
    await open('T1');
    const seen = await bus.event(named('process-seen'));
    await post(hook('Stop', { n: 1 }));
    const before = (await bus.event(named('hook'))).t;
    const ask = (checkId: string) =>
      bus.command('check', { checkId, sessionId: 'S', terminalId: 'T1', cliSessionId: null, calls: [{ callId: 'old', sinceT: 0 }, { callId: 'new', sinceT: before }] });
    const answer = (checkId: string) => bus.event((event) => event.event === 'checked' && event.data.checkId === checkId);
    await ask('k1');
    expect(await answer('k1')).toMatchObject({
      data: { processAlive: true, children: [{ callId: 'old', alive: true }, { callId: 'new', alive: false }] },
    });
    const watcher = viewer('T1');
    watcher.attach();
    watcher.type('go\r');
    await found(async () => {
      const checkId = `k${bus.events().length}-${performance.now() | 0}`;
      await ask(checkId);
      const { data } = (await answer(checkId)) as { data: { children: { alive: boolean }[] } };
      return data.children[1]!.alive || null;
    });
    expect(seen.hostSeq).toBeLessThan((await answer('k1')).hostSeq);
    await bus.command('check', { checkId: 'k0', sessionId: 'S', terminalId: null, cliSessionId: 'nobody', calls: [{ callId: 'a', sinceT: 0 }] });
    expect(await answer('k0')).toMatchObject({ data: { processAlive: null, children: [{ alive: null }], lastOutputT: null } });
  });

  it('sends large values once, by reference', async () => {
    const large = 'ü'.repeat(20_000);
    await post(hook('PostToolUse', { n: 1, tool_name: 'Bash', tool_response: { stdout: large } }));
    await post(hook('PostToolUse', { n: 2, tool_name: 'Bash', tool_response: { stdout: large } }));
    await eventually(() => hooksSeen().length === 2);
    const refs = distinct().map((event) => (event.event === 'hook' ? (event.data.payload.tool_response as { $ref: { sha256: string; bytes: number; head: string } }) : null)!.$ref);
    expect(refs[0]!.sha256).toBe(refs[1]!.sha256);
    expect(Buffer.byteLength(refs[0]!.head)).toBeLessThanOrEqual(8192);
    const body = await bus.body(refs[0]!.sha256);
    expect(JSON.parse(body)).toEqual({ stdout: large });
    expect(refs[0]!.bytes).toBe(Buffer.byteLength(body));
  });

  it('beats, and sends again what a reader asks for', async () => {
    const beats: unknown[] = [];
    bus.nc.subscribe(subjects.heartbeat(HOST), { callback: (_error, message) => void beats.push(heartbeat.parse(message.data)) });
    for (let n = 0; n < 5; n++) await post(hook('Stop', { n }));
    await eventually(() => bus.events().length === 5);
    await bus.command('trim', { through: 2 });
    await bus.command('resend', { from: 1 });
    await eventually(() => bus.events().length === 8);
    expect(bus.events().map(({ hostSeq }) => hostSeq)).toEqual([1, 2, 3, 4, 5, 3, 4, 5]);
    expect(bus.events().at(-1)!.oldest).toBe(3);
    await eventually(() => beats.length > 0, { timeoutMs: 2 * HEARTBEAT_MS });
    expect(beats.at(-1)).toMatchObject({ hostId: HOST, terminals: 0 });
  });

  it('takes hooks while the bus is down, and delivers all of them, in order, once it is back', async () => {
    await post(hook('Stop', { n: 0 }));
    await eventually(() => hooksSeen().length === 1);
    await bus.nats.kill();
    for (let n = 1; n <= 200; n++) expect((await post(hook('Stop', { n }))).status).toBe(200);
    await bus.nats.restart();
    await eventually(() => hooksSeen().length === 201, { timeoutMs: 15_000 });
    expect(hooksSeen()).toEqual(Array.from({ length: 201 }, (_, n) => n));
  });

  it('F-50 takes the size of the smallest viewer, and gives it back when that one leaves', async () => {
    await open('T1');
    const desktop = viewer('T1', 'desktop');
    const phone = viewer('T1', 'phone');
    await bus.event(named('process-seen'));
    desktop.attach(160, 40);
    await eventually(() => desktop.screens().length === 1);
    expect(desktop.screens()[0]).toMatchObject({ cols: 160, rows: 40 });
    phone.attach(45, 50);
    await eventually(() => phone.screens().length === 1);
    expect(phone.screens()[0]).toMatchObject({ cols: 45, rows: 40 });
    phone.say({ type: 'resize', cols: 0, rows: 0 });
    phone.say({ type: 'detach' });
    await eventually(async () => {
      desktop.attach(160, 40);
      await eventually(() => desktop.screens().length > 1);
      return desktop.screens().at(-1)!.cols === 160;
    });
  });

  it('a viewer that acknowledges nothing is skipped to the current screen, and the flood runs on', async () => {
    await open('T1');
    await bus.event(named('process-seen'));
    const slow = viewer('T1');
    slow.attach();
    await eventually(() => slow.screens().length === 1);
    slow.type('quit\r');
    await eventually(() => slow.text().includes('quit'));
    const before = slow.out.length;
    slow.type("head -c 8000000 /dev/zero | tr '\\0' 'x'; echo; echo end-$((1+1))\r");
    // It ends although nobody reads.
    await found(async () => {
      const other = viewer('T1', `v${performance.now() | 0}`);
      other.attach();
      await eventually(() => other.screens().length === 1);
      other.say({ type: 'detach' });
      other.close();
      return other.text().includes('end-2') ? true : null;
    }, 15_000);
    const flood = slow.out.slice(before).filter(({ kind }) => kind === 'data');
    expect(flood.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThan(7_000_000);
    slow.ack(Math.max(...slow.out.map(({ offset, bytes, kind }) => (kind === 'data' ? offset + bytes.length : offset))));
    await eventually(() => slow.screens().length >= 2 && slow.screens().at(-1)!.bytes.toString().includes('end-2'));
  }, 40_000);

  it('kill -9 of the daemon while hooks and output flow: nothing is lost, terminals run on, the screen is exact', async () => {
    folder.script('claude', '#!/bin/sh\ni=0; while [ $i -lt 400 ]; do echo "line $i"; i=$((i+1)); sleep 0.005; done; printf "\\033[?1049h\\033[3;3Hdone-$((1+1))"; read x\n');
    await open('T1');
    await bus.event(named('process-seen'));
    let n = 0;
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 20; i++) await post(hook('Stop', { n: n++ }));
      await daemon.kill('SIGKILL');
      for (let i = 0; i < 20; i++) await post(hook('Stop', { n: n++ }));
      const { ptyHostPid } = daemon;
      daemon = await startDaemonProcess(folder.path, bus.nats.url, join(folder.path, 'claude'));
      expect(daemon.ptyHostPid).toBe(ptyHostPid);
    }
    await eventually(() => hooksSeen().length === n, { timeoutMs: 10_000 });
    expect(hooksSeen()).toEqual(Array.from({ length: n }, (_, i) => i));
    const seqs = distinct().map(({ hostSeq }) => hostSeq);
    expect(seqs).toEqual(seqs.map((_, i) => i + 1));
    expect(await countTerminals(folder.path)).toBe(1);
    const watcher = viewer('T1');
    watcher.attach();
    await eventually(() => watcher.text().includes('done-2'), { timeoutMs: 10_000 });
    const again = viewer('T1', 'v2');
    again.attach();
    await eventually(() => again.screens().length === 1);
    const text = again.screens()[0]!.bytes.toString();
    expect(text).toContain('\x1b[?1049h');
    for (let i = 0; i < 400; i++) expect(text.includes(`line ${i}\r\n`)).toBe(true);
  }, 40_000);

  it('starts another pty-host when that one dies, and tells which terminals ended with it', async () => {
    await open('T1');
    await bus.event(named('process-seen'));
    process.kill(daemon.ptyHostPid, 'SIGKILL');
    expect(await bus.event(named('terminal-closed'))).toMatchObject({ data: { terminalId: 'T1', cause: 'host-restart' } });
    await open('T2');
    await bus.event((event) => event.event === 'terminal-opened' && event.data.terminalId === 'T2');
    expect(await countTerminals(folder.path)).toBe(1);
    expect(await endTerminals(folder.path)).toBe(1);
  });
});
