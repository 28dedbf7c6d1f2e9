import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn, type IPty } from '@lydell/node-pty';
import type { HostEvent } from '@pitwall/contracts';
import { eventually } from '@pitwall/service-kit/testing';
import { named, startStory, type Story } from '../support/host-story.js';

type Scanned = HostEvent & { event: 'agents-scanned' };
const isEndOf = (pid: number) => (event: HostEvent) => event.event === 'process-gone' && event.data.process.pid === pid;

describe('M-03 agents that were started elsewhere', () => {
  let story: Story;
  const ptys: IPty[] = [];
  beforeEach(async () => {
    story = await startStory({ scanInterval: 500 });
  });
  afterEach(async () => {
    for (const pty of ptys.splice(0)) pty.kill('SIGKILL');
    await story.stop();
  });

  const start = (cli: string, args: string[], cwd = story.repo): number => {
    const path = story.folder.script(cli, '#!/bin/sh\nread line\n');
    const env = { PATH: process.env.PATH!, HOME: story.folder.path, TERM_PROGRAM: 'WezTerm' };
    const pty = spawn(path, args, { cwd, env });
    ptys.push(pty);
    return pty.pid;
  };
  const scans = () => story.distinct().filter(named('agents-scanned')) as Scanned[];
  const inLast = (pid: number) =>
    scans()
      .at(-1)
      ?.data.agents.find(({ process }) => process.pid === pid);

  it('are listed when the list has changed, headless ones never, and their end is told', async () => {
    const link = join(story.folder.path, 'link');
    mkdirSync(story.repo, { recursive: true });
    symlinkSync(story.repo, link);
    const headless = start('codex', ['exec', 'hi']);
    const pid = start('claude', ['--parent-session-id', 'leader-1', '--session-id', 'id-1'], link);
    await eventually(() => inLast(pid) !== undefined, { timeoutMs: 10_000 });
    expect(inLast(pid)).toMatchObject({
      ...{ cli: 'claude', folder: realpathSync(story.repo), cliSessionId: 'id-1', parentSession: 'leader-1' },
      termProgram: 'WezTerm',
    });
    expect(inLast(pid)!.ancestors.map(({ pid: ancestor }) => ancestor)).toContain(process.pid);
    expect(inLast(headless)).toBeUndefined();
    await story.daemon().kill('SIGKILL');
    await story.restartDaemon();
    const second = start('codex', []);
    await eventually(() => inLast(second) !== undefined, { timeoutMs: 10_000 });
    // Other agents of this machine may be in the lists; none is told twice.
    const lists = scans().map(({ data }) => JSON.stringify(data.agents));
    expect(lists.filter((list, n) => list === lists[n - 1])).toEqual([]);
    process.kill(pid, 'SIGKILL');
    const gone = await story.bus.event(isEndOf(pid));
    expect(gone).toMatchObject({ data: { terminalId: null } });
    await eventually(() => inLast(pid) === undefined);
  });

  it('S-09 an agent that is stopped, and a host that was, are not taken for gone', async () => {
    const pid = start('claude', []);
    await eventually(() => inLast(pid) !== undefined, { timeoutMs: 10_000 });
    const stopped = [pid, story.daemon().ptyHostPid, story.daemon().child.pid!];
    for (const each of stopped) process.kill(each, 'SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 3000));
    for (const each of stopped.slice(1)) process.kill(each, 'SIGCONT');
    const other = start('codex', []);
    await eventually(() => inLast(other) !== undefined, { timeoutMs: 10_000 });
    expect(inLast(pid)).toBeDefined();
    expect(story.distinct().filter(isEndOf(pid))).toEqual([]);
  });
});
