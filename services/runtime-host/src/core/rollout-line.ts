import type { CliState } from './cli-state.js';

/** A change of state that a line of Codex's rollout tells. */
export interface RolloutChange {
  state: CliState;
  detail: string | null;
  /** Epoch ms. */
  since: number;
}

const EVENTS: Readonly<Record<string, CliState>> = {
  task_started: 'busy',
  task_complete: 'idle',
  turn_aborted: 'idle',
};
/** Cheap: a line may have megabytes, and few are events. */
const MAY_TELL = /"type":\s*"(?:task_started|task_complete|turn_aborted)"/;

export function rolloutChange(line: string): RolloutChange | null {
  if (!MAY_TELL.test(line)) return null;
  const { type, timestamp, payload } = parsed(line);
  const { type: event, reason } = (payload ?? {}) as { type?: unknown; reason?: unknown };
  if (type !== 'event_msg' || typeof event !== 'string' || !Object.hasOwn(EVENTS, event)) return null;
  const since = Date.parse(String(timestamp));
  if (Number.isNaN(since)) return null;
  const detail = event === 'turn_aborted' && typeof reason === 'string' ? reason.slice(0, 200) : null;
  return { state: EVENTS[event]!, detail, since };
}

export interface RolloutHead {
  cliSessionId: string;
  /** A subagent's own file: it is no session. */
  isSubagent: boolean;
  isHeadless: boolean;
}

/** The first line of a rollout; null when it is none. */
export function rolloutHead(line: string): RolloutHead | null {
  const { type, payload } = parsed(line);
  if (type !== 'session_meta' || typeof payload !== 'object' || payload === null) return null;
  const { id, source, originator, parent_thread_id: parent } = payload as Record<string, unknown>;
  if (typeof id !== 'string' || !/^[A-Za-z0-9._-]{1,128}$/.test(id)) return null;
  return {
    cliSessionId: id,
    isSubagent: typeof parent === 'string' || (typeof source === 'object' && source !== null),
    isHeadless: source === 'exec' || originator === 'codex_exec',
  };
}

function parsed(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
