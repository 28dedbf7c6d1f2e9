import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { cleanEnvironment } from './clean-environment.js';
import { PROGRAM } from './checkout.js';
import type { Session } from './session.js';

/** Generous: a busy machine is slow, a broken product is stuck for ever. */
const DEADLINE_MS = 15_000;

export interface Watch {
  /** The next line about that session, after those waited for before, which fits. */
  waitFor(id: string, what: string, fits: (session: Session) => boolean, deadlineMs?: number): Promise<Session>;
  /** The next time that it comes to that status; a line that only repeats the one waited for before is none. */
  waitForStatus(id: string, status: Session['status'], deadlineMs?: number): Promise<Session>;
  /** Statuses that it has shown of that session, repetitions left out. */
  statuses(id: string): string[];
  stop(): Promise<void>;
}

/** `session watch --all --json` as a source of events. */
export function startWatch(home: string): Watch {
  const words = [PROGRAM, 'session', 'watch', '--all', '--json', '--home', home];
  const child = spawn(process.execPath, words, { env: cleanEnvironment(), stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = new Map<string, Session[]>();
  const consumed = new Map<string, number>();
  const listeners = new Set<() => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const session = JSON.parse(line) as Session;
    lines.set(session.id, [...(lines.get(session.id) ?? []), session]);
    for (const listener of [...listeners]) listener();
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));

  const statuses = (id: string): string[] =>
    (lines.get(id) ?? []).map(({ status }) => status).filter((status, at, all) => status !== all[at - 1]);

  const waitFor: Watch['waitFor'] = (id, what, fits, deadlineMs = DEADLINE_MS) =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const seen = lines.get(id) ?? [];
        const at = seen.findIndex((session, index) => index >= (consumed.get(id) ?? 0) && fits(session));
        const found = seen[at];
        if (!found) return;
        consumed.set(id, at + 1);
        settle();
        resolve(found);
      };
      const late = (): void => {
        settle();
        const last = lines.get(id)?.at(-1);
        const reason = last ? `${JSON.stringify(last.statusReason)} ${JSON.stringify(last.requests)}` : 'never seen';
        reject(new Error(`${id}: no ${what} in ${deadlineMs} ms; it was ${statuses(id).join(' → ')}: ${reason}`));
      };
      const timer = setTimeout(late, deadlineMs);
      const settle = (): void => {
        clearTimeout(timer);
        listeners.delete(look);
      };
      listeners.add(look);
      look();
    });

  const lastConsumed = (id: string): Session | undefined => lines.get(id)?.[(consumed.get(id) ?? 0) - 1];
  const isNews = (session: Session, before: Session | undefined): boolean =>
    session.status !== before?.status || session.statusReason.at !== before.statusReason.at;

  return {
    waitFor,
    waitForStatus: (id, status, deadlineMs) => {
      const before = lastConsumed(id);
      return waitFor(id, status, (session) => session.status === status && isNews(session, before), deadlineMs);
    },
    statuses,
    stop: async () => {
      child.kill();
      await exited;
    },
  };
}
