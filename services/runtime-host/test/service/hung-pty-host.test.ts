import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { HEARTBEAT_MS, UNREACHABLE_AFTER_MS, subjects } from '@pitwall/contracts';
import { eventually } from '@pitwall/service-kit/testing';
import { PtyHostSilent, connectPtyHost } from '../../src/control/client.js';
import { countTerminals, endTerminals } from '../../src/daemon/running-terminals.js';
import { homePaths } from '../../src/home-paths.js';
import { createLinuxProcesses } from '../../src/os/linux-processes.js';
import { isAlive } from '../../src/os/processes.js';
import { readFileSync } from 'node:fs';
import { hook } from '../support/host-process.js';
import { named, startStory, HOST, type Story } from '../support/host-story.js';

const processes = createLinuxProcesses();

describe('a terminal host that hangs', () => {
  let story: Story;
  let hung: number;
  beforeEach(async () => {
    story = await startStory();
    hung = story.daemon().ptyHostPid;
    await story.open('T1');
    await story.bus.event(named('process-seen'));
  });
  afterEach(() => story.stop());

  const took = async (run: () => Promise<unknown>): Promise<number> => {
    const started = performance.now();
    await run();
    return performance.now() - started;
  };

  it('S-12 beats no more, so that the host is out of reach within 15 s; all is well again when it goes on', async () => {
    let beats = 0;
    story.bus.nc.subscribe(subjects.heartbeat(HOST), { callback: () => void beats++ });
    await eventually(() => beats > 0);
    process.kill(hung, 'SIGSTOP');
    await eventually(() => story.status().detail === 'the terminal host does not answer', { timeoutMs: 8000 });
    expect(story.status().ok).toBe(false);
    const before = beats;
    await new Promise((resolve) => setTimeout(resolve, 2 * HEARTBEAT_MS));
    expect(beats).toBe(before);
    expect(UNREACHABLE_AFTER_MS + HEARTBEAT_MS).toBeLessThan(15_000);
    process.kill(hung, 'SIGCONT');
    await eventually(() => beats > before && story.status().ok, { timeoutMs: 8000 });
    await story.post(hook('Stop', { n: 1 }));
    await eventually(() => story.hooksSeen().length === 1);
    await story.bus.command('type-turn', { sessionId: 'S', terminalId: 'T1', turnId: 't', text: 'hello' });
    await story.bus.event(named('turn-typed'));
  });

  it('doesn’t keep the daemon from stopping, nor `down --all`, which ends it and its terminals', async () => {
    const shell = processes.descendants(hung)!;
    expect(shell.length).toBeGreaterThan(0);
    process.kill(hung, 'SIGSTOP');
    const { controlSocket, ptyHostToken } = homePaths(story.folder.path);
    await expect(
      connectPtyHost({ socket: controlSocket, token: readFileSync(ptyHostToken, 'utf8') }),
    ).rejects.toBeInstanceOf(PtyHostSilent);
    expect(await took(() => story.daemon().kill('SIGTERM'))).toBeLessThan(5000);
    expect(await countTerminals(story.folder.path)).toBe(1);
    let ended = 0;
    expect(
      await took(async () => {
        ended = await endTerminals(story.folder.path);
      }),
    ).toBeLessThan(5000);
    expect(ended).toBe(1);
    await eventually(() => processes.read(hung) === null || processes.read(hung)!.zombie);
    expect(shell.filter((row) => isAlive(processes, row))).toEqual([]);
    expect(await countTerminals(story.folder.path)).toBe(0);
  });
});
