import { readFileSync } from 'node:fs';
import { createHostWork, relink, route, type HostWork, type Rules } from '@pitwall/matcher';
import {
  STANDARD_TIMERS,
  hookPayload,
  type Cli,
  type CliSessionId,
  type HookData,
  type HostEvent,
  type HostFact,
  type HostId,
  type SessionEvent,
  type SessionId,
  type TeamId,
  type TerminalId,
} from '@pitwall/contracts';
import { nextDeadlineT } from '../../src/core/deadlines.js';
import { seenSession } from '../../src/core/new-session.js';
import { reduce } from '../../src/core/reduce.js';
import type { Session } from '../../src/core/session.js';
import { teamRemovalT } from '../../src/core/team.js';
import { answerCheck, type Children } from './answer-check.js';

export interface ExpectedHostEvent {
  at: number;
  type: string;
  terminal?: string;
  cli?: Cli;
  cwd?: string;
  session?: string;
  toolUse?: string;
  alive?: boolean;
  state?: 'busy' | 'idle' | 'shell' | 'waiting';
  /** Since when the CLI's own file says so, ms after the recording's beginning. */
  since?: number;
}

export interface Expected {
  t0: string;
  host: ExpectedHostEvent[];
  cards: {
    match: string | null;
    session: string | null;
    status: string;
    runs: { session: string; startedAt: number; endedAt: number | null }[];
    subagents: { status: string; toolCount?: number; tools?: number }[];
    timeline: { at: number; status: string; rule: string; event: string }[];
  }[];
  teams?: { leader: string; members: string[]; linkedBy: string; appeared: number; disappeared: number }[];
  drops: { session: string; reason: string; count: number }[];
}

export interface Line {
  at: string;
  ppid?: number;
  env?: Record<string, string>;
  headers?: Record<string, string>;
  payload: Record<string, unknown>;
}

export interface Played {
  cards: Session[];
  timelines: Map<SessionId, { at: number; status: string; rule: string }[]>;
  drops: Map<string, number>;
  /** What each leader's log said of its team, and when the team was taken off. */
  teams: {
    leaderId: SessionId;
    members: SessionId[];
    linkedBy: string[];
    appeared: number;
    disappeared: number | null;
  }[];
}

const HOUR = 3_600_000;
const HOST = 'host-1' as HostId;
const BOOT = 'boot';
const rules: Rules = {
  timers: STANDARD_TIMERS,
  newSessionId: ({ hostSeq }, n = 0) => `card-${hostSeq}-${n}` as SessionId,
};

export const readLines = (path: string): Line[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

export const hookOf = (line: Line, cli: Cli): HookData | null => {
  const payload = hookPayload.safeParse(line.payload);
  if (!payload.success) return null;
  const env = line.env ?? {};
  return {
    cli,
    payload: payload.data,
    via: line.headers ? 'http' : 'command',
    terminalId: (env['AGENT_MANAGER_TERMINAL_ID'] ?? line.headers?.['x-terminal'] ?? null) as TerminalId | null,
    folder: payload.data.cwd ?? null,
    entrypoint: env['CLAUDE_CODE_ENTRYPOINT'] ?? null,
    parentSession: null,
    termProgram: env['TERM_PROGRAM'] ?? null,
    process: cli === 'codex' && line.ppid !== undefined ? { pid: line.ppid, startTime: '1' } : null,
    hasTty: null,
    ancestors: [],
    requestId: null,
    truncated: false,
  };
};

/** Plays a log of one host into the pure matcher and the pure reducer, with a clock that runs from event to event. */
export function createPlayer(children: Children) {
  const host: HostWork = createHostWork({ hostId: HOST, team: 'home' as TeamId, terminals: [], cards: [] });
  const sessions = new Map<SessionId, Session>();
  const played: Played = { cards: [], timelines: new Map(), drops: new Map(), teams: [] };
  let hostSeq = 0;

  const deliver = (fact: HostFact, t: number): void => {
    hostSeq += 1;
    const event = { v: 1, hostId: HOST, hostSeq, oldest: 1, at: t, t, bootId: BOOT, ...fact } as HostEvent;
    const routed = route(host, event, rules);
    const logged = host.apply(routed, event);
    if (routed.dropped && fact.event === 'hook') {
      const key = `${fact.data.payload.session_id} ${routed.dropped}`;
      played.drops.set(key, (played.drops.get(key) ?? 0) + 1);
    }
    tell(logged);
  };

  const tell = (logged: ReturnType<HostWork['apply']>): void => {
    for (const { sessionId, sessionSeq, fact, place } of logged) {
      apply({ v: 1, sessionId, sessionSeq, hostId: HOST, ...place, ...fact });
    }
  };

  const apply = (event: SessionEvent): void => {
    const known = sessions.get(event.sessionId);
    if (!known && event.event !== 'opened') throw new Error(`no session for ${event.event}`);
    const before = known ?? seenSession(event as Extract<SessionEvent, { event: 'opened' }>);
    const timeline = played.timelines.get(event.sessionId) ?? [{ at: event.t, status: before.status, rule: 'S-03' }];
    const { state, effects } = reduce(before, event, STANDARD_TIMERS);
    noteTeam(event, before, state);
    for (const { status, cause } of effects) timeline.push({ at: cause.t, status, rule: cause.rule });
    if (before.origin === 'external' && !known) timeline.shift();
    played.timelines.set(event.sessionId, timeline);
    sessions.set(event.sessionId, state);
  };

  const noteTeam = (event: SessionEvent, before: Session, after: Session): void => {
    const team = event.event === 'team-changed' ? event.data : null;
    if (team && team.leaderId === event.sessionId && !before.agentTeam) {
      const members = team.members.map(({ sessionId }) => sessionId);
      const linkedBy = team.members.map((member) => member.linkedBy);
      played.teams.push({ leaderId: team.leaderId, members, linkedBy, appeared: event.t, disappeared: null });
    }
    const open = played.teams.find((one) => one.leaderId === event.sessionId && one.disappeared === null);
    if (open && before.agentTeam && !after.agentTeam) open.disappeared = teamRemovalT(before, STANDARD_TIMERS);
  };

  /** Answers every check that is due up to `until`; a deadline and an event of one millisecond: the timer first. */
  const runClock = (until: number): void => {
    for (;;) {
      const due = [...sessions.values()]
        .map((session) => ({ session, t: nextDeadlineT(session, STANDARD_TIMERS) }))
        .filter((one): one is { session: Session; t: number } => one.t !== null && one.t <= until)
        .sort((a, b) => a.t - b.t)[0];
      if (!due) return;
      const { data, t } = answerCheck(due.session, due.t, children);
      deliver({ event: 'checked', data }, t);
    }
  };

  return {
    deliver(fact: HostFact, t: number): void {
      runClock(t);
      deliver(fact, t);
    },
    sessions: () => [...sessions.values()],
    /** A person shows this card's conversation on another one; returns the card that shows it now. */
    relink(sessionId: SessionId, to: SessionId | null, t: number): SessionId {
      const place = { hostSeq, at: t, t };
      const newSessionId = `room-${hostSeq}` as SessionId;
      const moved = relink(host, { sessionId, to, by: 'Ada' }, { place, newSessionId });
      tell(host.apply(moved, place));
      return moved.shownBy;
    },
    finish(t: number): Played {
      runClock(t + HOUR);
      return { ...played, cards: [...sessions.values()] };
    },
  };
}

const hostFact = (event: ExpectedHostEvent, cli: Cli, t0: number): HostFact | null => {
  switch (event.type) {
    case 'terminal-opened':
      return {
        event: 'terminal-opened',
        data: {
          terminalId: event.terminal as TerminalId,
          sessionId: null,
          cli: event.cli ?? 'claude',
          cwd: event.cwd ?? '/',
          cliSessionId: null,
          shell: { pid: 1000, startTime: '1' },
        },
      };
    case 'terminal-closed':
      return {
        event: 'terminal-closed',
        data: { terminalId: event.terminal as TerminalId, cause: 'exit', exitCode: 0, signal: null },
      };
    case 'process-gone':
      return {
        event: 'process-gone',
        data: {
          terminalId: (event.terminal ?? null) as TerminalId | null,
          cliSessionId: (event.session ?? null) as CliSessionId | null,
          process: { pid: 1001, startTime: '1' },
          lastLines: [],
        },
      };
    case 'cli-state':
      return {
        event: 'cli-state',
        data: {
          cliSessionId: event.session as CliSessionId,
          state: event.state ?? 'idle',
          sinceT: t0 + (event.since ?? event.at),
          cli,
          process: null,
          source: 'session-file',
          detail: null,
        },
      };
    default:
      return null;
  }
};

export type Player = ReturnType<typeof createPlayer>;

interface Playing {
  /** What a host knows beside a line of the recording. */
  unrecorded?: (line: Line) => Partial<HookData>;
  /** Called after each event. */
  after?: (player: Player, n: number, t: number) => void;
}

/** Plays one recording beside the host events that its expectation lists. */
export function playRecording(
  lines: Line[],
  expected: Expected,
  cli: Cli,
  { unrecorded = () => ({}), after = () => undefined }: Playing = {},
): Played {
  const t0 = Date.parse(expected.t0);
  const probes = expected.host.filter((event) => event.type === 'children-probed');
  // A probe's answer counts for a question up to 20 ms before it; without one the host can't tell.
  const player = createPlayer((callId, t) => {
    const known = probes.filter((probe) => probe.toolUse === callId && t0 + probe.at - 20 <= t);
    const answer = known.at(-1);
    return { alive: answer?.alive ?? null, t: answer ? Math.max(t, t0 + answer.at) : t };
  });
  const inputs = [
    ...expected.host.map((event) => ({ t: t0 + event.at, fact: hostFact(event, cli, t0) })),
    ...lines.map((line) => {
      const data = hookOf(line, cli);
      const fact: HostFact | null = data && { event: 'hook', data: { ...data, ...unrecorded(line) } };
      return { t: Date.parse(line.at), fact };
    }),
  ].sort((a, b) => a.t - b.t);
  let last = t0;
  inputs.forEach(({ t, fact }, n) => {
    if (fact) player.deliver(fact, t);
    after(player, n, t);
    last = Math.max(last, t);
  });
  return player.finish(last);
}
