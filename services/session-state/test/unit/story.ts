import { expect } from '@jest/globals';
import { STANDARD_TIMERS, type Card, type HostEventData, type SessionEvent, type Status } from '@pitwall/contracts';
import { cardOf } from '../../src/core/card-of.js';
import { callsToProbe, nextDeadlineT } from '../../src/core/deadlines.js';
import { seenSession } from '../../src/core/new-session.js';
import { reduce } from '../../src/core/reduce.js';
import type { Session } from '../../src/core/session.js';
import { answerCheck } from './answer-check.js';
import { CONVERSATION, TERMINAL, type Happening } from './happenings.js';

/** Host time and wall clock at which a story begins; they differ, so that no rule can mistake one for the other. */
const T0 = 1_000_000;
const AT0 = 1_780_000_000_000;
/** Of a CLI that has never sent a PermissionRequest. */
export const SHOWN = { timers: STANDARD_TIMERS, reportsDialogs: () => false };
/** Room between two events for one that was overtaken. */
const SEQ_STEP = 10;

/** What else a row looks at, besides the status after it. */
export interface Shows {
  /** Statuses passed since the row before, the present one included. */
  through?: Status[];
  rule?: string;
  guess?: boolean;
  event?: string | RegExp;
  /** What would come next, and when in the story. */
  next?: [Status, string] | null;
  /** Open dialogs of the card, by id. */
  requests?: string[];
  /** Calls that are open. */
  calls?: string[];
  subagents?: string[];
  runs?: number;
  team?: string[] | null;
  queue?: string[];
  /** Calls whose children the host would be asked about now. */
  asks?: string[];
}

/** What changes in the story's world, not in the session's log. */
type Setting =
  | { readonly set: 'nothing' }
  /** The host says from now on whether a call has children; null: it can't tell. */
  | { readonly set: 'children'; readonly of: string; readonly alive: boolean | null }
  /** The host is out of reach, so that no check is answered, until it is back. */
  | { readonly set: 'reachable'; readonly is: boolean }
  /** A fact that the host noted before the newest one and that comes behind it. */
  | { readonly set: 'late'; readonly happening: Happening }
  /** The host's wall clock is moved. */
  | { readonly set: 'clock'; readonly byMs: number }
  /** What the CLI's own file says from now on, when the host is asked; null: it has none. */
  | { readonly set: 'cli-says'; readonly state: Told | null }
  | { readonly set: 'checked'; readonly alive: boolean | null; readonly lastOutput?: string };

type Told = NonNullable<HostEventData<'checked'>['cliState']>;

export const cliSays = (state: Told['state'], sinceS: number): Setting => ({
  set: 'cli-says',
  state: { cliSessionId: CONVERSATION, state, sinceT: T0 + sinceS * 1_000 },
});
export const nothing = (): Setting => ({ set: 'nothing' });
export const children = (of: string, alive: boolean | null): Setting => ({ set: 'children', of, alive });
export const hostGone = (): Setting => ({ set: 'reachable', is: false });
export const hostBack = (): Setting => ({ set: 'reachable', is: true });
export const late = (happening: Happening): Setting => ({ set: 'late', happening });
export const clockJump = (byMs: number): Setting => ({ set: 'clock', byMs });
export const checked = (alive: boolean | null, lastOutput?: string): Setting => ({
  set: 'checked',
  alive,
  ...(lastOutput === undefined ? {} : { lastOutput }),
});

export type Row = readonly [at: string, what: Happening | Setting, shows: Status, more?: Shows];

export interface Story {
  readonly title: string;
  readonly rows: readonly Row[];
}

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** '8s', '5m30s', '250ms'. */
const ms = (text: string): number =>
  [...text.matchAll(/([\d.]+)(ms|s|m|h)/g)].reduce(
    (sum, [, n, unit]) => sum + Math.round(Number(n) * UNITS[unit as keyof typeof UNITS]),
    0,
  );

/** One session, with a host that answers each check when it is due: the timer before the event of the same ms. */
export function createStage() {
  let seq = SEQ_STEP;
  let wall = AT0 - T0;
  let reachable = true;
  let cliSaid: Told | null = null;
  const alive = new Map<string, boolean | null>();
  const passed: Status[] = [];
  const opened = {
    team: 'home' as Session['team'],
    cli: 'claude' as const,
    cwd: '/repo',
    origin: 'terminal' as const,
    originLabel: null,
    terminalId: TERMINAL,
  };
  const placed = (fact: Happening, t: number, hostSeq: number): SessionEvent => ({
    v: 1,
    sessionId: 's-1' as Session['id'],
    sessionSeq: hostSeq,
    hostId: 'h-1' as Session['hostId'],
    hostSeq,
    at: t + wall,
    t,
    ...fact,
  });
  const opening = placed({ event: 'opened', data: opened }, T0, seq) as Extract<SessionEvent, { event: 'opened' }>;
  let session = seenSession(opening);

  const apply = (fact: Happening, t: number, hostSeq = (seq += SEQ_STEP)): void => {
    const before = JSON.stringify(session);
    const { state, effects } = reduce(session, placed(fact, t, hostSeq), STANDARD_TIMERS);
    expect(JSON.stringify(session)).toBe(before);
    // What is stored is JSON: a state that doesn't survive it would be another one after a restart (S-12).
    session = JSON.parse(JSON.stringify(state)) as Session;
    expect(session).toEqual(state);
    passed.push(...effects.map((effect) => effect.status));
  };

  const answer = (dueT: number, more: { processAlive?: boolean | null; lastOutputT?: number | null } = {}): void => {
    const { data } = answerCheck(session, dueT, (callId, t) => ({ alive: alive.get(callId) ?? null, t }));
    apply({ event: 'checked', data: { ...data, cliState: cliSaid, ...more } }, dueT);
  };

  const runClock = (until: number): void => {
    while (reachable) {
      const due = nextDeadlineT(session, STANDARD_TIMERS);
      if (due === null || due > until) return;
      answer(due);
    }
  };

  const change = (setting: Setting, t: number): void => {
    if (setting.set === 'children') alive.set(setting.of, setting.alive);
    if (setting.set === 'cli-says') cliSaid = setting.state;
    if (setting.set === 'late') apply(setting.happening, t, seq - 1);
    if (setting.set === 'clock') wall += setting.byMs;
    if (setting.set === 'checked') {
      const lastOutputT = setting.lastOutput === undefined ? null : T0 + ms(setting.lastOutput);
      answer(t, { processAlive: setting.alive, lastOutputT });
    }
    if (setting.set !== 'reachable') return;
    reachable = setting.is;
    if (reachable && (nextDeadlineT(session, STANDARD_TIMERS) ?? Infinity) <= t) answer(t);
  };

  return {
    session: () => session,
    card: (): Card => cardOf(session, SHOWN),
    /** Statuses passed since the last call. */
    takePassed: () => passed.splice(0),
    at(time: string, what: Happening | Setting): void {
      const t = T0 + ms(time);
      runClock(t);
      if ('set' in what) change(what, t);
      else apply(what, t);
    },
    /** The story's time of a wall clock time of the card. */
    storyMs: (iso: string): number => Date.parse(iso) - wall - T0,
    asks: (time: string) => callsToProbe(session, T0 + ms(time)).map((call) => call.id),
  };
}

type Stage = ReturnType<typeof createStage>;

function shownBy(stage: Stage, time: string, wanted: Shows): Shows {
  const card = stage.card();
  const { next, ...reason } = card.statusReason;
  const all: { [K in keyof Shows]-?: () => unknown } = {
    through: () => stage.takePassed(),
    rule: () => reason.rule,
    guess: () => reason.guess,
    event: () => reason.event,
    next: () => next && [next.status, `${stage.storyMs(next.at)}ms`],
    requests: () => card.requests.map((request) => request.id),
    calls: () => stage.session().calls.map((call) => call.id),
    subagents: () => card.subagents.map((run) => run.status),
    runs: () => card.runs.length,
    team: () => card.agentTeam && [card.agentTeam.leaderId, ...card.agentTeam.memberIds],
    queue: () => card.queue.map((turn) => turn.text),
    asks: () => stage.asks(time),
  };
  return Object.fromEntries(Object.keys(wanted).map((key) => [key, all[key as keyof Shows]()]));
}

function expected({ next, event, ...wanted }: Shows): object {
  return {
    ...wanted,
    ...(next === undefined ? {} : { next: next && [next[0], `${ms(next[1])}ms`] }),
    ...(event === undefined ? {} : { event: event instanceof RegExp ? expect.stringMatching(event) : event }),
  };
}

/** Plays a story row by row; a failure names the row. */
export function play(rows: readonly Row[]): void {
  const stage = createStage();
  for (const [time, what, shows, more = {}] of rows) {
    stage.at(time, what);
    const row = `${time} ${'set' in what ? what.set : describe(what)}`;
    const seen = shownBy(stage, time, more);
    if (more.through === undefined) stage.takePassed();
    expect({ row, shows: stage.card().status, ...seen }).toEqual({ row, shows, ...expected(more) });
  }
}

const describe = (what: Happening): string =>
  what.event === 'hook'
    ? `${what.data.payload.hook_event_name} ${what.data.payload.tool_name ?? ''}`.trim()
    : what.event;
