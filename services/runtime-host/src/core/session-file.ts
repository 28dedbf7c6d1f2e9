import type { CliState } from './cli-state.js';

/** What a running Claude Code keeps about itself in `<config>/sessions/<pid>.json`. */
export interface SessionFile {
  pid: number;
  /** As the OS counts it on Linux; null: it isn't told. */
  procStart: string | null;
  cliSessionId: string;
  /** Epoch ms; null: not told. */
  startedAt: number | null;
  isHeadless: boolean;
  /** Null: it says nothing (a headless one), or something that isn't known here. */
  state: CliState | null;
  detail: string | null;
  /** Epoch ms since when it is so; null: not told, or absurd. */
  since: number | null;
}

export type SessionFileRead = { whole: true; file: SessionFile | null } | { whole: false };

const CLI_SESSION = /^[A-Za-z0-9._-]{1,128}$/;
const STATES: readonly string[] = ['busy', 'idle', 'shell', 'waiting'] satisfies CliState[];
const MAX_DETAIL = 200;
/** Before the first of these CLIs was made, or after any clock: no time at all. */
const isTime = (value: unknown): value is number =>
  typeof value === 'number' && value > Date.UTC(2024, 0, 1) && value < Date.UTC(2100, 0, 1);

/** Half of a file, as a reader may find it while it is written, is no JSON: `whole: false`. */
export function readSessionFile(text: string): SessionFileRead {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { whole: false };
  }
  if (typeof value !== 'object' || value === null) return { whole: true, file: null };
  return { whole: true, file: sessionFile(value as Record<string, unknown>) };
}

function sessionFile(record: Record<string, unknown>): SessionFile | null {
  const { pid, sessionId, procStart, startedAt, status, statusUpdatedAt, waitingFor, entrypoint, kind } = record;
  if (!Number.isInteger(pid) || (pid as number) <= 1) return null;
  if (typeof sessionId !== 'string' || !CLI_SESSION.test(sessionId)) return null;
  return {
    pid: pid as number,
    procStart: typeof procStart === 'string' || typeof procStart === 'number' ? String(procStart) : null,
    cliSessionId: sessionId,
    startedAt: isTime(startedAt) ? startedAt : null,
    isHeadless: (typeof entrypoint === 'string' && entrypoint.startsWith('sdk')) || kind === 'headless',
    state: STATES.includes(status as string) ? (status as CliState) : null,
    detail: status === 'waiting' && typeof waitingFor === 'string' ? waitingFor.slice(0, MAX_DETAIL) : null,
    since: isTime(statusUpdatedAt) ? statusUpdatedAt : null,
  };
}
