import type { Session } from '../../src/app/session-store.js';

const START = Date.parse('2026-01-05T10:00:00Z');
export const at = (seconds: number): string => new Date(START + seconds * 1_000).toISOString();

/** A card with what a test is about; `created` and `since` in seconds. */
export function session(id: string, given: Partial<Session> & { created?: number; since?: number } = {}): Session {
  const { created = 0, since = 0, ...card } = given;
  return {
    id,
    team: 't',
    title: id,
    cli: 'claude',
    origin: 'terminal',
    agent: null,
    originLabel: null,
    hostId: 'host',
    terminalId: null,
    cliSessionId: null,
    cwd: '/src/app',
    model: null,
    effort: null,
    permissionMode: null,
    status: 'idle',
    statusReason: { rule: 'S-02', event: 'hook', at: at(since), guess: false, quiet: false, next: null },
    lifecycle: null,
    marks: [],
    match: null,
    runs: [],
    subagents: [],
    agentTeam: null,
    requests: [],
    now: null,
    queue: [],
    room: null,
    archived: false,
    pinned: false,
    muted: false,
    alert: false,
    memoryBytes: null,
    memoryMeasure: null,
    createdAt: at(created),
    lastSignalAt: at(since),
    revision: 1,
    ...card,
  };
}
