import { createHostWork, relink, route, type HostWork, type Rules } from '@pitwall/matcher';
import {
  STANDARD_TIMERS,
  type Cli,
  type HookData,
  type HostEvent,
  type HostFact,
  type HostId,
  type SessionEvent,
  type SessionId,
  type TeamId,
} from '@pitwall/contracts';
import { nextDeadlineT } from '../../src/core/deadlines.js';
import { seenSession } from '../../src/core/new-session.js';
import { reduce } from '../../src/core/reduce.js';
import type { Session } from '../../src/core/session.js';
import { teamRemovalT } from '../../src/core/team.js';
import { answerCheck, type Children } from './answer-check.js';
import { childrenOf, inputsOf, type Expected, type Line } from './recording.js';

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

/** What Postgres gives back of a state: its jsonb orders the fields of an object by length, then by letters. */
const asStored = (state: Session): Session =>
  JSON.parse(
    JSON.stringify(state, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)))
        : value,
    ),
  ) as Session;

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
    sessions.set(event.sessionId, asStored(state));
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
  const player = createPlayer(childrenOf(expected));
  const inputs = inputsOf(lines, expected, { cli, unrecorded });
  let last = t0;
  inputs.forEach(({ t, fact }, n) => {
    if (fact) player.deliver(fact, t);
    after(player, n, t);
    last = Math.max(last, t);
  });
  return player.finish(last);
}
