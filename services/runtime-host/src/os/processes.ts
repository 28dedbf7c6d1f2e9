export interface ProcessRow {
  pid: number;
  ppid: number;
  pgid: number;
  /** Session id; null where the OS doesn't tell. */
  sid: number | null;
  /** Its controlling terminal as the OS names it; null = none. */
  tty: string | null;
  /** The group in the foreground of that terminal; null = none or not known. */
  foregroundGroup: number | null;
  zombie: boolean;
  /** The OS's own figure, equal for the same process at any time. */
  startTime: string;
  /** How long it has run, ms; about 20 ms (Linux) or 1 s (macOS) inexact. */
  ageMs: number;
  command: string;
}

export type OwnProcess = ProcessRow & {
  /** Read when asked; null: it can't be read. */
  readonly argv: () => readonly string[] | null;
};

/** Processes as the OS shows them. All calls are synchronous and answer with what is there now. */
export interface Processes {
  read(pid: number): ProcessRow | null;
  all(): ProcessRow[];
  argv(pid: number): string[] | null;
  /** All processes below `pid`, not itself; null when it can't tell. */
  descendants(pid: number): ProcessRow[] | null;
  /** All processes of the user that runs this. */
  own(): OwnProcess[];
  /** Working folders of own processes, by pid; those that can't be told are left out. */
  folders(pids: readonly number[]): ReadonlyMap<number, string>;
  /** Environment at its start; null where the OS doesn't tell. */
  environ(pid: number): Readonly<Record<string, string>> | null;
  /** Paths of the files that an own process holds open. */
  openFiles(pid: number): string[];
  /** Inexactness of `ageMs`, ms. */
  readonly ageError: number;
}

/** Everything below `pid` in a list of all processes. */
export function descendantsIn(rows: readonly ProcessRow[], pid: number): ProcessRow[] {
  const byParent = new Map<number, ProcessRow[]>();
  for (const row of rows) {
    const siblings = byParent.get(row.ppid);
    if (siblings) siblings.push(row);
    else byParent.set(row.ppid, [row]);
  }
  const found: ProcessRow[] = [];
  const open = [pid];
  const seen = new Set(open);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const row of byParent.get(next) ?? []) {
      if (seen.has(row.pid)) continue;
      seen.add(row.pid);
      found.push(row);
      open.push(row.pid);
    }
  }
  return found;
}

/** Is it still this process, and not a zombie or another one with its pid? Someone else's process (EPERM) counts. */
export function isAlive(processes: Processes, identity: { pid: number; startTime: string }): boolean {
  const owner = ownerOf(identity.pid);
  if (owner === 'nobody') return false;
  const row = processes.read(identity.pid);
  // A system may hide the processes of others altogether.
  if (row === null) return owner === 'other';
  return !row.zombie && row.startTime === identity.startTime;
}

/** The cheap question: does anything have this pid? */
export const mayBeAlive = (pid: number): boolean => ownerOf(pid) !== 'nobody';

function ownerOf(pid: number): 'us' | 'other' | 'nobody' {
  try {
    process.kill(pid, 0);
    return 'us';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'other' : 'nobody';
  }
}
