import { createHostWork, route, type Rules } from '@pitwall/matcher';
import { cardOf, reduce, seenSession, type Session } from '@pitwall/session-state';
import {
  STANDARD_TIMERS,
  timers as timersSchema,
  type Card,
  type HostEvent,
  type SessionEvent,
  type SessionId,
  type Timers,
} from '@pitwall/contracts';

/** A change of status, as `session history` tells it. */
export interface ModelTransition {
  readonly status: string;
  readonly rule: string;
  readonly event: string;
}

export interface Model {
  readonly cards: ReadonlyMap<SessionId, Card>;
  readonly history: ReadonlyMap<SessionId, readonly ModelTransition[]>;
}

export interface ModelOptions {
  readonly timers?: Partial<Timers>;
  /** The id that the product gives a card that begins with an event. */
  readonly newSessionId: Rules['newSessionId'];
}

/** What a host's log means: the rules played one event after another, without a bus, a database or a clock. */
export function playLog(log: readonly HostEvent[], options: ModelOptions): Model {
  const timers = timersSchema.parse({ ...STANDARD_TIMERS, ...options.timers });
  const [first] = log;
  if (!first) return { cards: new Map(), history: new Map() };
  const host = createHostWork({ hostId: first.hostId, team: 'home' as never, terminals: [], cards: [] });
  const sessions = new Map<SessionId, Session>();
  const history = new Map<SessionId, ModelTransition[]>();

  const apply = (event: SessionEvent): void => {
    const known = sessions.get(event.sessionId) ?? begin(event);
    const { state, effects } = reduce(known, event, timers);
    sessions.set(event.sessionId, state);
    const lines = history.get(event.sessionId) ?? firstLines(known);
    for (const { status, cause } of effects) lines.push({ status, rule: cause.rule, event: cause.event });
    history.set(event.sessionId, lines);
  };
  for (const event of log) {
    const routed = route(host, event, { timers, newSessionId: options.newSessionId });
    for (const { sessionId, sessionSeq, fact, place } of host.apply(routed, event)) {
      apply({ v: 1, sessionId, sessionSeq, hostId: event.hostId, ...place, ...fact });
    }
  }
  return {
    cards: new Map(
      [...sessions].map(([id, session]) => [id, cardOf(session, { timers, reportsDialogs: () => false })]),
    ),
    history,
  };
}

function begin(event: SessionEvent): Session {
  if (event.event !== 'opened') throw new Error(`the log of ${event.sessionId} begins with ${event.event}`);
  return seenSession(event);
}

/** A terminal of ours connects, and a scan finds agents at rest: only what a hook told of begins with the hook's status. */
const firstLines = ({ origin, base, status, cause }: Session): ModelTransition[] =>
  origin === 'external' && base === 'connecting' ? [] : [{ status, rule: cause.rule, event: cause.event }];
