import { readFileSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { parseEnviron, parseLinuxStat, parseUptime } from './linux-stat.js';
import { descendantsIn, type ProcessRow, type Processes } from './processes.js';

const readText = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

/** Where a link of /proc leads; a file or folder that was removed leads nowhere. */
const linkText = (path: string): string | null => {
  try {
    const text = readlinkSync(path);
    return text.startsWith('/') && !text.endsWith(' (deleted)') ? text : null;
  } catch {
    return null;
  }
};

const isOwn = (pid: string): boolean => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === process.getuid?.();

export function createLinuxProcesses(): Processes {
  const uptime = (): number => parseUptime(readText('/proc/uptime') ?? '0');

  const readAt = (pid: number, uptimeMs: number): ProcessRow | null => {
    const text = readText(`/proc/${pid}/stat`);
    return text === null ? null : parseLinuxStat(text, uptimeMs);
  };

  const pids = (): string[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name));

  const rowsOf = (names: readonly string[]): ProcessRow[] => {
    const now = uptime();
    return names.map((name) => readAt(Number(name), now)).filter((row) => row !== null);
  };

  const all = (): ProcessRow[] => rowsOf(pids());

  const argv = (pid: number): string[] | null => {
    const text = readText(`/proc/${pid}/cmdline`);
    return text === null || text === '' ? null : text.replace(/\0$/, '').split('\0');
  };

  /** The kernel's own list of children, much cheaper than a walk over all processes; not built into every kernel. */
  const childrenOf = (pid: number): number[] | null => {
    let threads: string[];
    try {
      threads = readdirSync(`/proc/${pid}/task`);
    } catch {
      return [];
    }
    const children: number[] = [];
    for (const thread of threads) {
      const text = readText(`/proc/${pid}/task/${thread}/children`);
      if (text === null && thread === String(pid)) return null;
      for (const word of (text ?? '').split(' ')) if (word.trim() !== '') children.push(Number(word));
    }
    return children;
  };

  return {
    // The kernel counts in 10 ms, and so does /proc/uptime.
    ageError: 20,
    read: (pid) => readAt(pid, uptime()),
    all,
    own: () => rowsOf(pids().filter(isOwn)).map((row) => ({ ...row, argv: () => argv(row.pid) })),
    folders: (wanted) => {
      const found = wanted.map((pid) => [pid, linkText(`/proc/${pid}/cwd`)] as const);
      return new Map(found.flatMap(([pid, path]) => (path === null ? [] : [[pid, path]])));
    },
    environ: (pid) => {
      const text = readText(`/proc/${pid}/environ`);
      return text === null ? null : parseEnviron(text);
    },
    openFiles: (pid) => {
      try {
        const links = readdirSync(`/proc/${pid}/fd`).map((fd) => linkText(`/proc/${pid}/fd/${fd}`));
        return links.filter((path) => path !== null);
      } catch {
        return [];
      }
    },
    argv,
    descendants: (pid) => {
      const now = uptime();
      if (readAt(pid, now) === null) return [];
      const rows: ProcessRow[] = [];
      const open = [pid];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        const children = childrenOf(next);
        if (children === null) return descendantsIn(all(), pid);
        for (const child of children) {
          const row = readAt(child, now);
          if (row) rows.push(row);
          open.push(child);
        }
      }
      return rows;
    },
  };
}
