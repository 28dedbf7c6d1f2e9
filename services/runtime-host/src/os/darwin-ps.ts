import type { ProcessRow } from './processes.js';

/** Columns asked of ps; `lstart` is five words, the command line comes last. */
export const PS_COLUMNS = 'pid=,ppid=,pgid=,tpgid=,state=,tty=,lstart=,command=';

const ROW = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(-?\d+)\s+(\S+)\s+(\S+)\s+(\S+\s+\S+\s+\d+\s+[\d:]+\s+\d+)\s*(.*)$/;

export interface PsRow extends ProcessRow {
  argv: string[];
}

/** Output of `LC_ALL=C ps -o PS_COLUMNS`; words of a command that hold spaces can't be told apart. */
export function parsePs(text: string, nowMs: number): PsRow[] {
  const rows: PsRow[] = [];
  for (const line of text.split('\n')) {
    const match = ROW.exec(line);
    if (!match) continue;
    const [, pid, ppid, pgid, tpgid, state, tty, lstart, command] = match as unknown as string[];
    const argv = command!.trim().split(/\s+/);
    rows.push({
      pid: Number(pid),
      ppid: Number(ppid),
      pgid: Number(pgid),
      sid: null,
      foregroundGroup: Number(tpgid) > 0 ? Number(tpgid) : null,
      zombie: state!.startsWith('Z'),
      tty: tty === '??' || tty === '?' || tty === '-' ? null : tty!,
      startTime: lstart!.replace(/\s+/g, ' '),
      ageMs: nowMs - Date.parse(lstart!),
      command: (argv[0] ?? '').split('/').pop() ?? '',
      argv,
    });
  }
  return rows;
}
