import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { HostEvent } from '@pitwall/contracts';
import { eventually } from '@pitwall/service-kit/testing';
import { createLinuxProcesses } from '../../src/os/linux-processes.js';
import { hook } from '../support/host-process.js';
import { named, startStory, type Story } from '../support/host-story.js';

const processes = createLinuxProcesses();
const ID = '01a22e10-3ab1-75c1-9b87-f71b7ece3442';

describe('X-27 what the CLIs say of themselves', () => {
  let story: Story;
  beforeEach(async () => {
    story = await startStory();
  });
  afterEach(() => story.stop());

  const states = () =>
    story
      .distinct()
      .flatMap((event) => (event.event === 'cli-state' ? [`${event.data.source} ${event.data.state}`] : []));

  const openAgent = async () => {
    await story.open('T1');
    const seen = await story.bus.event(named('process-seen'));
    const { process } = (seen as HostEvent & { event: 'process-seen' }).data;
    const sessions = join(story.folder.path, '.claude/sessions');
    mkdirSync(sessions, { recursive: true });
    const say = (status: string, fields: object = {}): void =>
      writeFileSync(
        join(sessions, `${process.pid}.json`),
        JSON.stringify({
          ...{ pid: process.pid, sessionId: ID, procStart: process.startTime, entrypoint: 'cli' },
          ...{ status, statusUpdatedAt: Date.now(), ...fields },
        }),
      );
    return { process, say };
  };

  it('each change of the session file is told once, as old as the file says, also across a daemon that is killed', async () => {
    const { process, say } = await openAgent();
    say('busy');
    await eventually(() => states().length === 1, { timeoutMs: 5000 });
    const since = Date.now() - 700;
    say('waiting', { waitingFor: 'permission prompt', statusUpdatedAt: since });
    const told = await story.bus.event((event) => event.event === 'cli-state' && event.data.state === 'waiting');
    expect(told).toMatchObject({ data: { cli: 'claude', cliSessionId: ID, process, detail: 'permission prompt' } });
    const { sinceT } = (told as HostEvent & { event: 'cli-state' }).data;
    expect(Math.abs(told.t - sinceT - (told.at - since))).toBeLessThan(50);
    await story.daemon().kill('SIGKILL');
    await story.restartDaemon();
    await story.post(hook('Stop', { session_id: ID, n: 1 }));
    say('idle');
    await eventually(() => states().length >= 3, { timeoutMs: 8000 });
    expect(states()).toEqual(['session-file busy', 'session-file waiting', 'session-file idle']);
    const { data } = story.distinct().find(named('hook'))! as HostEvent & { event: 'hook' };
    expect(data.process).toEqual(process);
  });

  it('a check is answered with what the file says at that moment', async () => {
    const { say } = await openAgent();
    const ask = async (checkId: string, cliSessionId: string | null) => {
      await story.bus.command('check', { checkId, sessionId: 'S', terminalId: 'T1', cliSessionId, calls: [] });
      const answer = await story.bus.event((event) => event.event === 'checked' && event.data.checkId === checkId);
      return (answer as HostEvent & { event: 'checked' }).data.cliState;
    };
    expect(await ask('k0', ID)).toBeNull();
    for (const [n, status] of ['busy', 'idle', 'busy', 'waiting'].entries()) {
      say(status);
      expect(await ask(`k${n}a`, ID)).toMatchObject({ cliSessionId: ID, state: status });
      expect(await ask(`k${n}b`, null)).toMatchObject({ cliSessionId: ID, state: status });
    }
    expect(await ask('k9', 'somebody-else')).toBeNull();
  });

  it('S-09 what an ended agent left behind is no state', async () => {
    const { process, say } = await openAgent();
    say('busy');
    await eventually(() => states().length === 1, { timeoutMs: 5000 });
    globalThis.process.kill(process.pid, 'SIGKILL');
    await story.bus.event(named('process-gone'));
    expect(processes.read(process.pid)?.startTime).not.toBe(process.startTime);
    await story.daemon().kill('SIGKILL');
    await story.restartDaemon();
    await story.bus.command('check', { checkId: 'k', sessionId: 'S', terminalId: 'T1', cliSessionId: ID, calls: [] });
    const answer = await story.bus.event(named('checked'));
    expect(answer).toMatchObject({ data: { cliState: null } });
    expect(states()).toHaveLength(1);
  });

  it('F-23 an interruption in the transcript is told though no hook and no session file says so; old ones are not', async () => {
    const folder = join(story.folder.path, '.claude/projects/-some-folder');
    const path = join(folder, `${ID}.jsonl`);
    mkdirSync(folder, { recursive: true });
    const user = (text: string) =>
      `${JSON.stringify({ type: 'user', timestamp: new Date().toISOString(), message: { content: [{ type: 'text', text }] } })}\n`;
    writeFileSync(path, user('[Request interrupted by user]'));
    await story.post(hook('UserPromptSubmit', { session_id: ID, transcript_path: path, n: 1 }));
    await eventually(() => story.hooksSeen().length === 1);
    const begun = Date.now();
    // What is appended counts from when the daemon has begun to follow, which nothing shows.
    await eventually(() => {
      appendFileSync(path, user('go on') + user('[Request interrupted by user for tool use]') + '{"type":"mode"}\n');
      return states().length > 0;
    });
    const told = story.distinct().find(named('cli-state'))! as HostEvent & { event: 'cli-state' };
    expect(told.data).toMatchObject({
      ...{ cliSessionId: ID, state: 'idle', source: 'transcript', detail: 'interrupted by user' },
    });
    expect(told.at - (told.t - told.data.sinceT)).toBeGreaterThanOrEqual(begun - 10);
  });

  it('Codex’s rollout tells of turns, from the hooks’ path on; a subagent’s file doesn’t', async () => {
    const path = join(story.folder.path, `rollout-2026-11-30T20-05-45-${ID}.jsonl`);
    const line = (type: string, payload: object) =>
      `${JSON.stringify({ timestamp: new Date().toISOString(), type, payload })}\n`;
    writeFileSync(path, line('session_meta', { id: ID, source: 'cli' }) + line('event_msg', { type: 'task_started' }));
    const sub = join(story.folder.path, 'rollout-2026-11-30T20-05-45-sub.jsonl');
    writeFileSync(
      sub,
      line('session_meta', { id: 'sub', parent_thread_id: ID }) + line('event_msg', { type: 'task_started' }),
    );
    for (const [n, transcript_path] of [path, sub].entries()) {
      await story.postTo('codex', hook('UserPromptSubmit', { session_id: n ? 'sub' : ID, transcript_path, n }));
    }
    await eventually(() => states().includes('rollout busy'));
    appendFileSync(path, line('event_msg', { type: 'turn_aborted', reason: 'interrupted' }));
    const idle = await story.bus.event((event) => event.event === 'cli-state' && event.data.state === 'idle');
    expect(idle).toMatchObject({ data: { cli: 'codex', cliSessionId: ID, source: 'rollout', detail: 'interrupted' } });
    appendFileSync(path, line('event_msg', { type: 'task_started' }) + line('event_msg', { type: 'task_complete' }));
    await eventually(() => states().length === 4);
    expect(states()).toEqual(['rollout busy', 'rollout idle', 'rollout busy', 'rollout idle']);
  });
});
