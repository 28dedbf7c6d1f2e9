import type { CliSessionId } from '@pitwall/contracts';
import { RUNS_KEPT, type Session } from './session.js';

/** one run per new session id and per SessionStart after `ended`; newest last. */
export function openRun(session: Session, cliSessionId: CliSessionId, at: number): void {
  closeRun(session, at);
  session.runOver = false;
  session.runs = [...session.runs, { cliSessionId, startedAt: at, endedAt: null }].slice(-RUNS_KEPT);
}

export function closeRun(session: Session, at: number): void {
  const run = session.runs.at(-1);
  if (run) run.endedAt ??= at;
}

/** The agent lives after all. */
export function reopenRun(session: Session): void {
  session.runOver = false;
  const run = session.runs.at(-1);
  if (run) run.endedAt = null;
}

/** The agent has ended; what it does next is another run. */
export function endCliRun(session: Session, at: number): void {
  closeRun(session, at);
  session.runOver = true;
}
