import type { ProcessRow } from './processes.js';

/** Clock ticks per second of /proc; fixed at 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Text of /proc/<pid>/stat; the name in it may hold anything, also `) `. `uptimeMs` = since boot. */
export function parseLinuxStat(text: string, uptimeMs: number): ProcessRow | null {
  const open = text.indexOf('(');
  const close = text.lastIndexOf(')');
  if (open < 0 || close < open) return null;
  const fields = text
    .slice(close + 2)
    .trim()
    .split(' ');
  const at = (field: number): number => Number(fields[field - 3]);
  const startTime = fields[22 - 3];
  if (startTime === undefined || !Number.isFinite(at(4))) return null;
  const tty = at(7);
  return {
    pid: Number(text.slice(0, open)),
    command: text.slice(open + 1, close),
    zombie: fields[0] === 'Z' || fields[0] === 'X',
    ppid: at(4),
    pgid: at(5),
    sid: at(6),
    tty: tty === 0 ? null : String(tty),
    foregroundGroup: at(8) > 0 ? at(8) : null,
    startTime,
    ageMs: uptimeMs - (Number(startTime) * 1000) / TICKS_PER_SECOND,
  };
}

/** Text of /proc/uptime → ms since boot. */
export const parseUptime = (text: string): number => Number(text.split(' ')[0]) * 1000;

/** Text of /proc/<pid>/environ. */
export const parseEnviron = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\0')
      .filter((entry) => entry.indexOf('=') > 0)
      .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
