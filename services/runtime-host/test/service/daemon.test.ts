import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { HEARTBEAT_MS, heartbeat, subjects } from '@pitwall/contracts';
import { eventually } from '@pitwall/service-kit/testing';
import { countTerminals, endTerminals } from '../../src/daemon/running-terminals.js';
import { found, hook } from '../support/host-process.js';
import { HOST, named, startStory, type Story } from '../support/host-story.js';

describe('the daemon', () => {
  let story: Story;
  beforeEach(async () => {
    story = await startStory();
  });
  afterEach(() => story.stop());

  it('opens a terminal, sees its agent, types a turn, and ends it', async () => {
    await story.open('T1', { prompt: "it's $(touch canary)" });
    const opened = await story.bus.event(named('terminal-opened'));
    expect(opened).toMatchObject({
      hostId: HOST,
      hostSeq: 1,
      oldest: 1,
      data: { terminalId: 'T1', cwd: story.repo, cliSessionId: 'cli-T1' },
    });
    await story.bus.event(named('process-seen'));
    const watcher = story.viewer('T1');
    await watcher.attach();
    await eventually(() => watcher.text().includes('agent'));
    expect(watcher.text()).toContain("-- it's $(touch canary)");
    expect(readdirSync(story.repo)).toEqual([]);
    for (const name of readdirSync(join(story.folder.path, 'run/launch'))) {
      expect(statSync(join(story.folder.path, 'run/launch', name)).mode & 0o077).toBe(0);
    }
    await story.bus.command('type-turn', { sessionId: 'S-T1', terminalId: 'T1', turnId: 't1', text: 'hello' });
    await story.bus.event(named('turn-typed'));
    await eventually(() => /got .*hello/.test(watcher.text()));
    await story.bus.command('stop-terminal', { sessionId: 'S-T1', terminalId: 'T1' });
    expect(await story.bus.event(named('terminal-closed'))).toMatchObject({ data: { cause: 'stopped' } });
    await story.bus.event(named('process-gone'));
    await eventually(() => watcher.out.some(({ kind }) => kind === 'exit'));
    await eventually(() => readdirSync(join(story.folder.path, 'run/launch')).length === 0);
  });

  it('F-29 tells at once, with the last lines, when the CLI leaves before any hook', async () => {
    story.folder.script('claude', '#!/bin/sh\necho "No conversation found with session ID"; exit 1\n');
    await story.open('T1');
    const gone = await story.bus.event(named('process-gone'));
    expect(gone).toMatchObject({ data: { terminalId: 'T1' } });
    expect(JSON.stringify(gone)).toContain('No conversation found');
    expect(story.distinct().filter(named('process-seen'))).toHaveLength(1);
    expect(story.distinct().filter(named('terminal-closed'))).toHaveLength(0);
  });

  it('refuses a folder that isn’t there with what to do, and commands that came too late', async () => {
    await story.open('T1', { cwd: join(story.folder.path, 'nowhere') });
    await story.open('T2', { cwd: join(story.folder.path, 'claude') });
    await eventually(() => story.bus.events().filter(named('terminal-open-failed')).length === 2);
    expect(JSON.stringify(story.bus.events())).toMatch(
      /create it, or choose another folder.*choose the folder it is in/,
    );
    const late = { issuedAt: 1, expiresAt: 2 };
    await story.bus.command('type-turn', { sessionId: 'S', terminalId: 'T1', turnId: 't', text: 'x' }, late);
    await story.bus.command(
      'answer-request',
      { sessionId: 'S', requestId: 'rq-1', behavior: 'allow', message: null },
      late,
    );
    expect(await story.bus.event(named('turn-refused'))).toMatchObject({ data: { turnId: 't' } });
    expect(await story.bus.event(named('request-answered'))).toMatchObject({ data: { delivered: false } });
  });

  it('answers a check with what is so now', async () => {
    story.folder.script('claude', '#!/bin/sh\nsleep 300 & echo up-$((1+1))\nread go\nsleep 301 &\nread stop\n');
    await story.open('T1');
    const seen = await story.bus.event(named('process-seen'));
    const watcher = story.viewer('T1');
    await watcher.attach();
    await eventually(() => watcher.text().includes('up-2'));
    // Start times are told in steps of 10 ms.
    const upAt = performance.now();
    await eventually(() => performance.now() - upAt > 50);
    await story.post(hook('Stop', { n: 1 }));
    const before = (await story.bus.event(named('hook'))).t;
    const ask = (checkId: string) =>
      story.bus.command('check', {
        checkId,
        sessionId: 'S',
        terminalId: 'T1',
        cliSessionId: null,
        calls: [
          { callId: 'old', sinceT: 0 },
          { callId: 'new', sinceT: before },
        ],
      });
    const answer = (checkId: string) =>
      story.bus.event((event) => event.event === 'checked' && event.data.checkId === checkId);
    await ask('k1');
    expect(await answer('k1')).toMatchObject({
      data: {
        processAlive: true,
        children: [
          { callId: 'old', alive: true },
          { callId: 'new', alive: false },
        ],
      },
    });
    watcher.type('go\r');
    await found(async () => {
      const checkId = `k${story.bus.events().length}-${performance.now() | 0}`;
      await ask(checkId);
      const { data } = (await answer(checkId)) as { data: { children: { alive: boolean }[] } };
      return data.children[1]!.alive || null;
    });
    expect(seen.hostSeq).toBeLessThan((await answer('k1')).hostSeq);
    await story.bus.command('check', {
      checkId: 'k0',
      sessionId: 'S',
      terminalId: null,
      cliSessionId: 'nobody',
      calls: [{ callId: 'a', sinceT: 0 }],
    });
    expect(await answer('k0')).toMatchObject({
      data: { processAlive: null, children: [{ alive: null }], lastOutputT: null },
    });
  });

  it('sends large values once, by reference', async () => {
    const large = 'ü'.repeat(20_000);
    await story.post(hook('PostToolUse', { n: 1, tool_name: 'Bash', tool_response: { stdout: large } }));
    await story.post(hook('PostToolUse', { n: 2, tool_name: 'Bash', tool_response: { stdout: large } }));
    await eventually(() => story.hooksSeen().length === 2);
    const refs = story
      .distinct()
      .map(
        (event) =>
          (event.event === 'hook'
            ? (event.data.payload.tool_response as { $ref: { sha256: string; bytes: number; head: string } })
            : null)!.$ref,
      );
    expect(refs[0]!.sha256).toBe(refs[1]!.sha256);
    expect(Buffer.byteLength(refs[0]!.head)).toBeLessThanOrEqual(8192);
    const body = await story.bus.body(refs[0]!.sha256);
    expect(JSON.parse(body)).toEqual({ stdout: large });
    expect(refs[0]!.bytes).toBe(Buffer.byteLength(body));
  });

  it('beats, and sends again what a reader asks for', async () => {
    const beats: unknown[] = [];
    story.bus.nc.subscribe(subjects.heartbeat(HOST), {
      callback: (_error, message) => void beats.push(heartbeat.parse(message.data)),
    });
    for (let n = 0; n < 5; n++) await story.post(hook('Stop', { n }));
    await eventually(() => story.bus.events().length === 5);
    await story.bus.command('trim', { through: 2 });
    await story.bus.command('resend', { from: 1 });
    await eventually(() => story.bus.events().length === 8);
    expect(story.bus.events().map(({ hostSeq }) => hostSeq)).toEqual([1, 2, 3, 4, 5, 3, 4, 5]);
    expect(story.bus.events().at(-1)!.oldest).toBe(3);
    await eventually(() => beats.length > 0, { timeoutMs: 2 * HEARTBEAT_MS });
    expect(beats.at(-1)).toMatchObject({ hostId: HOST, terminals: 0 });
  });

  it('takes hooks while the bus is down, and delivers all of them, in order, once it is back', async () => {
    await story.post(hook('Stop', { n: 0 }));
    await eventually(() => story.hooksSeen().length === 1);
    await story.bus.nats.kill();
    for (let n = 1; n <= 200; n++) expect((await story.post(hook('Stop', { n }))).status).toBe(200);
    await story.bus.nats.restart();
    await eventually(() => story.hooksSeen().length === 201, { timeoutMs: 15_000 });
    expect(story.hooksSeen()).toEqual(Array.from({ length: 201 }, (_, n) => n));
  });

  it('kill -9 of the daemon while hooks and output flow: nothing is lost, terminals run on, the screen is exact', async () => {
    story.folder.script(
      'claude',
      '#!/bin/sh\ni=0; while [ $i -lt 400 ]; do echo "line $i"; i=$((i+1)); sleep 0.005; done; printf "\\033[?1049h\\033[3;3Hdone-$((1+1))"; read x\n',
    );
    await story.open('T1');
    await story.bus.event(named('process-seen'));
    let n = 0;
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 20; i++) await story.post(hook('Stop', { n: n++ }));
      await story.daemon().kill('SIGKILL');
      for (let i = 0; i < 20; i++) await story.post(hook('Stop', { n: n++ }));
      const { ptyHostPid } = story.daemon();
      await story.restartDaemon();
      expect(story.daemon().ptyHostPid).toBe(ptyHostPid);
    }
    await eventually(() => story.hooksSeen().length === n, { timeoutMs: 10_000 });
    expect(story.hooksSeen()).toEqual(Array.from({ length: n }, (_, i) => i));
    const seqs = story.distinct().map(({ hostSeq }) => hostSeq);
    expect(seqs).toEqual(seqs.map((_, i) => i + 1));
    expect(await countTerminals(story.folder.path)).toBe(1);
    const watcher = story.viewer('T1');
    await watcher.attach();
    await eventually(() => watcher.text().includes('done-2'), { timeoutMs: 10_000 });
    const again = story.viewer('T1', 'v2');
    await again.attach();
    const text = again.screens()[0]!.bytes.toString();
    expect(text).toContain('\x1b[?1049h');
    for (let i = 0; i < 400; i++) expect(text.includes(`line ${i}\r\n`)).toBe(true);
  }, 40_000);

  it('starts another pty-host when that one dies, and tells which terminals ended with it', async () => {
    await story.open('T1');
    await story.bus.event(named('process-seen'));
    process.kill(story.daemon().ptyHostPid, 'SIGKILL');
    expect(await story.bus.event(named('terminal-closed'))).toMatchObject({
      data: { terminalId: 'T1', cause: 'host-restart' },
    });
    await story.open('T2');
    await story.bus.event((event) => event.event === 'terminal-opened' && event.data.terminalId === 'T2');
    expect(await countTerminals(story.folder.path)).toBe(1);
    // Before the daemon is gone it would start another one.
    await story.daemon().kill('SIGTERM');
    expect(await endTerminals(story.folder.path)).toBe(1);
  });
});
