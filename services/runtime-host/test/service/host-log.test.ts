import { appendFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { HostFact } from '@pitwall/contracts';
import { createHostClock } from '../../src/pty-host/host-clock.js';
import { createHostLog, type HostLog } from '../../src/pty-host/host-log.js';
import { createLogSegments, type LogSegments } from '../../src/pty-host/log-segments.js';
import { tempFolder, type TempFolder } from '../support/temp-home.js';

const active = (terminalId: string): HostFact => ({ event: 'terminal-active', data: { terminalId } }) as HostFact;

describe('the host log', () => {
  let folder: TempFolder;
  let log: HostLog;
  const dir = () => join(folder.path, 'log');
  const open = (change: (segments: LogSegments) => LogSegments = (same) => same): HostLog => {
    const segments = change(createLogSegments(dir()));
    const clock = createHostClock({
      file: join(folder.path, 'clock'),
      bootId: 'b',
      newestT: 0,
      monotonicMs: () => 5,
      wallMs: () => 1000,
    });
    log = createHostLog({ segments, clock, marksFile: join(folder.path, 'marks'), onTrouble: () => undefined });
    return log;
  };
  const seqs = (from = 1): number[] => log.read(from, 1 << 20).map(({ seq }) => seq);
  const file = () => join(dir(), readdirSync(dir()).sort().at(-1)!);

  beforeEach(async () => {
    folder = tempFolder();
    await import('node:fs').then(({ mkdirSync }) => mkdirSync(dir()));
  });
  afterEach(async () => {
    await log.close();
    folder.remove();
  });

  it('F-42 cuts a torn tail and goes on with the next number', async () => {
    open();
    for (let i = 0; i < 5; i++) log.append(active('t'));
    await log.close();
    appendFileSync(file(), '0000ffff deadbeef 6 {"half":');
    open();
    expect(log.append(active('after'))).toBe(6);
    expect(seqs()).toEqual([1, 2, 3, 4, 5, 6]);
    await log.close();
    open();
    expect(seqs()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('a damaged record costs only itself', async () => {
    open();
    for (let i = 0; i < 5; i++) log.append(active('t'));
    await log.close();
    const lines = readFileSync(file(), 'utf8').split('\n');
    lines[2] = lines[2]!.replace('terminal-active', 'terminal-hacked');
    writeFileSync(file(), lines.join('\n'));
    open();
    expect(seqs()).toEqual([1, 2, 4, 5]);
    expect(log.next()).toBe(6);
  });

  it('keeps counting when everything was trimmed, and deletes what is trimmed', async () => {
    open();
    const long = 'x'.repeat(100_000);
    for (let i = 0; i < 100; i++) log.append(active(long));
    const before = readdirSync(dir()).length;
    expect(before).toBeGreaterThan(2);
    log.trim(100);
    expect(readdirSync(dir())).toHaveLength(1);
    expect(log.oldest()).toBe(101);
    await log.close();
    open();
    expect(log.append(active('t'))).toBe(101);
    expect(log.oldest()).toBe(101);
  });

  it('goes on above every number in use when the spool is lost', async () => {
    open();
    for (let i = 0; i < 3; i++) log.append(active('t'));
    log.trim(2);
    await log.close();
    // As after a crash, when the mark was not written in time.
    writeFileSync(join(folder.path, 'marks'), JSON.stringify({ seq: 3, trimmed: 2, clean: false }));
    rmSync(dir(), { recursive: true });
    await import('node:fs').then(({ mkdirSync }) => mkdirSync(dir()));
    open();
    const first = log.append(active('t'));
    expect(first).toBeGreaterThan(3);
    expect(log.oldest()).toBe(first);
    log.trim(first + 50);
    expect(log.append(active('t'))).toBe(first + 51);
    expect(log.oldest()).toBe(first + 51);
  });

  it('keeps events in memory while the disk is full and writes them in order afterwards', async () => {
    let full = false;
    open((segments) => ({
      ...segments,
      write: (record) => {
        if (full) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        segments.write(record);
      },
    }));
    log.append(active('1'));
    full = true;
    let written = 0;
    log.append(active('2'), { onWritten: () => written++ });
    log.append(active('3'), { onWritten: () => written++ });
    expect(log.stats()).toMatchObject({ unwritten: 2, writeFailures: 2 });
    expect(seqs(2)).toEqual([2, 3]);
    expect(written).toBe(0);
    full = false;
    log.append(active('4'));
    expect(log.stats().unwritten).toBe(0);
    expect(written).toBe(2);
    await log.close();
    open();
    expect(seqs()).toEqual([1, 2, 3, 4]);
  });

  it('remembers which spool files it has taken in', async () => {
    open();
    log.append(active('t'), { source: '77@123' });
    await log.close();
    open();
    expect(log.wasTaken('77@123')).toBe(true);
    expect(log.wasTaken('78@123')).toBe(false);
  });

  it('wakes a reader that waits for the next event', async () => {
    open();
    const arrival = log.arrival(1, new AbortController().signal);
    log.append(active('t'));
    await arrival;
    expect(seqs()).toEqual([1]);
  });
});

describe('host time', () => {
  it('ignores the wall clock, goes on after a restart, and never runs backward over a new boot', () => {
    const folder = tempFolder();
    const file = join(folder.path, 'clock');
    const clockOf = (bootId: string, newestT: number, times: { mono: number; wall: number }) =>
      createHostClock({ file, bootId, newestT, monotonicMs: () => times.mono, wallMs: () => times.wall });
    const times = { mono: 100, wall: 50_000 };
    const first = clockOf('b1', 0, times);
    expect(first.now().t).toBe(50_000);
    times.wall -= 3_600_000;
    times.mono += 10;
    expect(first.now()).toEqual({ at: 50_000 - 3_600_000, t: 50_010 });
    const restarted = clockOf('b1', 50_010, { mono: 200, wall: 7 });
    expect(restarted.now().t).toBe(50_100);
    const rebooted = clockOf('b2', 50_100, { mono: 1, wall: 7 });
    expect(rebooted.now().t).toBeGreaterThan(50_100);
    folder.remove();
  });
});
