import { describe, expect, it } from '@jest/globals';
import { parseLaunch } from '../../src/daemon/process-watch.js';
import { parsePs } from '../../src/os/darwin-ps.js';
import { parseLinuxStat } from '../../src/os/linux-stat.js';
import { descendantsIn, type ProcessRow } from '../../src/os/processes.js';

const STAT =
  '4242 (tmux: (x) y) S 4200 4242 4242 34817 4300 4194304 1034 0 0 0 0 0 0 0 20 0 1 0 221485 8192000 900 18446744073709551615 1 1 0 0 0 0 0 3670020 1266777851 0 0 0 17 1 0 0 0 0 0 0 0 0 0 0 0 0 0';

describe('parseLinuxStat', () => {
  it('reads a line whatever the name holds', () => {
    expect(parseLinuxStat(STAT, 3_000_000)).toEqual({
      pid: 4242,
      command: 'tmux: (x) y',
      zombie: false,
      ppid: 4200,
      pgid: 4242,
      sid: 4242,
      tty: '34817',
      foregroundGroup: 4300,
      startTime: '221485',
      ageMs: 3_000_000 - 2_214_850,
    });
  });

  it('knows a zombie, a process without a terminal, and what is no line', () => {
    expect(parseLinuxStat(STAT.replace(') S', ') Z').replace('34817 4300', '0 -1'), 0)).toMatchObject({
      zombie: true,
      tty: null,
      foregroundGroup: null,
    });
    expect(parseLinuxStat('', 0)).toBeNull();
    expect(parseLinuxStat('12 (x', 0)).toBeNull();
  });
});

describe('parsePs', () => {
  const text = `
  501   499   501   777 Ss   ttys001  Mon Nov 30 10:00:00 2026 -zsh
  777   501   777   777 S+   ttys001  Mon Nov 30 10:00:05 2026 node /opt/homebrew/bin/claude --resume
  900     1   900     0 Z    ??       Tue Dec  1 09:00:00 2026 (node)
garbage`;
  const rows = parsePs(text, Date.parse('Mon Nov 30 10:00:10 2026'));

  it('reads what ps of macOS prints', () => {
    expect(rows).toHaveLength(3);
    expect(rows[1]).toMatchObject({
      pid: 777,
      ppid: 501,
      pgid: 777,
      foregroundGroup: 777,
      tty: 'ttys001',
      startTime: 'Mon Nov 30 10:00:05 2026',
      ageMs: 5000,
      argv: ['node', '/opt/homebrew/bin/claude', '--resume'],
    });
    expect(rows[2]).toMatchObject({
      zombie: true,
      tty: null,
      foregroundGroup: null,
      startTime: 'Tue Dec 1 09:00:00 2026',
    });
  });
});

describe('descendantsIn', () => {
  it('finds all below a process, also in a circle that pid reuse can make', () => {
    const row = (pid: number, ppid: number) => ({ pid, ppid }) as ProcessRow;
    const rows = [row(2, 1), row(3, 2), row(4, 3), row(9, 8), row(2, 4)];
    expect(
      descendantsIn(rows, 2)
        .map(({ pid }) => pid)
        .sort(),
    ).toEqual([3, 4]);
  });
});

describe('parseLaunch', () => {
  it('takes both notations and no half-written line', () => {
    expect(parseLaunch(`4242 ${STAT}\n`)).toEqual({ pid: 4242, startTime: '221485' });
    expect(parseLaunch('77 Mon Nov 30  10:00:05 2026 \n')).toEqual({ pid: 77, startTime: 'Mon Nov 30 10:00:05 2026' });
    expect(parseLaunch('77 Mon Nov')).toBeNull();
    expect(parseLaunch('')).toBeNull();
  });
});
