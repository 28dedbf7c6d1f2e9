import type { HostEvent } from '@pitwall/contracts';
import { parentInCommandLine } from './teams.js';

export interface Names {
  readonly cliSessionIds: readonly string[];
  readonly terminalIds: readonly string[];
  readonly sessionIds: readonly string[];
  /** Processes that a look at all of them has found. */
  readonly pids: readonly number[];
}

const textAt = (data: unknown, field: string): string | null => {
  const value = typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[field] : undefined;
  return typeof value === 'string' ? value : null;
};

/** Every id that these events name: what they can touch beyond the live cards and open terminals of their host. */
export function namesOf(events: readonly HostEvent[]): Names {
  const cliSessionIds = new Set<string>();
  const terminalIds = new Set<string>();
  const sessionIds = new Set<string>();
  const pids = new Set<number>();
  const add = (to: Set<string>, id: string | null): void => {
    if (id !== null) to.add(id);
  };
  for (const event of events) {
    if (event.event === 'unknown') continue;
    add(terminalIds, textAt(event.data, 'terminalId'));
    add(cliSessionIds, textAt(event.data, 'cliSessionId'));
    add(sessionIds, textAt(event.data, 'sessionId'));
    if (event.event === 'hook') {
      cliSessionIds.add(event.data.payload.session_id);
      add(cliSessionIds, event.data.parentSession);
      add(cliSessionIds, parentInCommandLine(event.data));
    }
    if (event.event !== 'agents-scanned') continue;
    for (const agent of event.data.agents) {
      pids.add(agent.process.pid);
      add(cliSessionIds, agent.cliSessionId);
      add(cliSessionIds, agent.parentSession);
    }
  }
  return {
    cliSessionIds: [...cliSessionIds],
    terminalIds: [...terminalIds],
    sessionIds: [...sessionIds],
    pids: [...pids],
  };
}
