import { eventually } from '@pitwall/service-kit/testing';
import type { CommandOf, HostFact } from '@pitwall/contracts';
import type { Children } from '../../services/session-state/test/unit/answer-check.js';
import type { Cluster } from '../support/cluster.js';
import { startSyntheticHost, type Delivery, type SyntheticHost } from '../support/synthetic-host.js';
import type { Progress } from './progress.js';
import type { SessionRow } from './session-row.js';

const HOUR = 3_600_000;
/** A check is asked within a second of its time, or within four where the answer to an earlier one said nothing. */
const CHECK_MS = 60_000;

export interface Script {
  readonly inputs: readonly { readonly t: number; readonly fact: HostFact | null }[];
  readonly children: Children;
  /** Called before each step. */
  readonly onStep?: () => void;
}

/** A team from when to when, host time. */
export interface TeamSeen {
  readonly leaderId: string;
  readonly memberIds: readonly string[];
  readonly appeared: number;
  disappeared: number | null;
}

export interface Played {
  readonly sessions: readonly SessionRow[];
  readonly teams: readonly TeamSeen[];
}

/** A host whose clock stands still until somebody sets it, and which leaves checks to be answered. */
export interface Player {
  readonly host: SyntheticHost;
  /** Sets the clock; it never goes back. Returns its time. */
  readonly advance: (t: number) => number;
}

export async function startPlayer(
  cluster: Cluster,
  { name, t, delivery }: { name: string; t: number; delivery?: Delivery | undefined },
): Promise<Player> {
  let nowT = t;
  const options = { name, clock: () => nowT, answersChecks: false };
  const host = await startSyntheticHost(cluster, delivery ? { ...options, delivery } : options);
  return { host, advance: (to) => (nowT = Math.max(nowT, to)) };
}

/** Plays a script: the clock goes from event to event and from deadline to deadline, and an hour beyond. */
export async function play(progress: Progress, { host, advance }: Player, script: Script): Promise<Played> {
  const teams = watchTeams();
  const nextCheck = takeChecks(host);

  const settled = async (t: number): Promise<SessionRow[]> => {
    const rows = await progress.settled(host);
    teams.look(rows, t);
    return rows;
  };
  /** Fires what is due up to `until`; a deadline and an event of one millisecond: the timer first. */
  const runClock = async (until: number): Promise<SessionRow[]> => {
    let rows = await settled(host.now());
    for (let due = soonest(rows); due && due.dueT <= until; due = soonest(rows)) {
      const { dueT } = due;
      advance(dueT);
      host.beat();
      const { checkId, sessionId, calls } = await nextCheck(due.id);
      const answers = calls.map(({ callId }) => ({ callId, ...script.children(callId, dueT) }));
      advance(Math.max(...answers.map(({ t }) => t), dueT));
      const children = answers.map(({ callId, alive }) => ({ callId, alive }));
      const nothing = { processAlive: null, lastOutputT: null, cliState: null };
      host.append({ event: 'checked', data: { checkId, sessionId, children, ...nothing } });
      rows = await settled(dueT);
    }
    return rows;
  };

  for (const { t, facts } of byTime(script.inputs)) {
    script.onStep?.();
    await runClock(t);
    advance(t);
    for (const fact of facts) host.append(fact);
  }
  const sessions = await runClock(host.now() + HOUR);
  return { sessions, teams: teams.seen };
}

function byTime(inputs: Script['inputs']): { t: number; facts: HostFact[] }[] {
  const groups: { t: number; facts: HostFact[] }[] = [];
  for (const { t, fact } of inputs) {
    const last = groups.at(-1);
    const facts = fact ? [fact] : [];
    if (last?.t === t) last.facts.push(...facts);
    else groups.push({ t, facts });
  }
  return groups;
}

function soonest(rows: readonly SessionRow[]): { id: string; dueT: number } | null {
  const due = rows.flatMap(({ id, dueT }) => (dueT === null ? [] : [{ id, dueT }]));
  return due.sort((a, b) => a.dueT - b.dueT)[0] ?? null;
}

/** The newest check of a session that has not been answered; older ones asked about deadlines that have moved. */
function takeChecks(host: SyntheticHost): (sessionId: string) => Promise<CommandOf<'check'>['data']> {
  let taken = 0;
  const open = new Map<string, CommandOf<'check'>['data']>();
  return (sessionId) =>
    eventually(
      () => {
        const checks = host.commands('check');
        for (const { data } of checks.slice(taken)) open.set(data.sessionId, data);
        taken = checks.length;
        const check = open.get(sessionId);
        if (!check) throw new Error(`${host.hostId}: no check of ${sessionId} at ${host.now()}`);
        open.delete(sessionId);
        return check;
      },
      { timeoutMs: CHECK_MS, everyMs: 5 },
    );
}

function watchTeams() {
  const seen: TeamSeen[] = [];
  const openOf = (leaderId: string) => seen.find((one) => one.leaderId === leaderId && one.disappeared === null);
  return {
    seen,
    look: (rows: readonly SessionRow[], t: number): void => {
      for (const { id, team } of rows) {
        const open = openOf(id);
        if (open && !team) open.disappeared = t;
        if (open || team?.leaderId !== id) continue;
        const memberIds = team.members.map(({ sessionId }) => sessionId);
        seen.push({ leaderId: id, memberIds, appeared: t, disappeared: null });
      }
    },
  };
}
