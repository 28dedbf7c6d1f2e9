import { eventually } from '@pitwall/service-kit/testing';
import type { Card } from '@pitwall/contracts';
import type { Expected } from '../../services/session-state/test/unit/recording.js';
import { SESSION_FIELDS } from '../support/dashboard.js';
import type { Cluster } from '../support/cluster.js';
import type { SyntheticHost } from '../support/synthetic-host.js';
import type { Played } from './play.js';
import type { Progress } from './progress.js';

export interface Stage {
  readonly cluster: Cluster;
  readonly progress: Progress;
  readonly host: SyntheticHost;
}

/** The cards of a host as the gateway tells them, once they are those of the tables; in order of creation. */
async function cardsOf({ cluster, host }: Stage, { sessions }: Played): Promise<Card[]> {
  const wanted = new Map(sessions.map(({ id, revision }) => [id, revision]));
  const document = `{ sessions(includeEnded: true) { ${SESSION_FIELDS} } }`;
  return eventually(
    async () => {
      const all = (await cluster.ask<{ sessions: Card[] }>(document)).sessions;
      const cards = all.filter((card) => card.hostId === host.hostId);
      const late = [...wanted].filter(([id, revision]) => !cards.some((c) => c.id === id && c.revision >= revision));
      if (late.length > 0) throw new Error(`cards are behind: ${JSON.stringify(late)}`);
      return cards.sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
    },
    { timeoutMs: 30_000, everyMs: 100 },
  );
}

interface Change {
  readonly session_id: string;
  readonly status: string;
  readonly at_ms: number;
}

const HISTORY = `select session_id, status, at_ms from session_state.history
  where session_id = any($1::text[]) order by n`;
const DROPS = 'select reason, count::int from matcher.drops where host_id = $1';

export interface Shown {
  readonly cards: readonly {
    /** "14805 working" */
    readonly timeline: readonly string[];
    readonly match: string | null;
    readonly session: string | null;
    readonly status: string;
    readonly next: unknown;
    readonly runs: readonly { session: string; startedAt: number | null; endedAt: number | null }[];
    readonly subagents: readonly string[];
  }[];
  readonly teams: readonly {
    leader: string | undefined;
    members: readonly (string | undefined)[];
    appeared: number;
    disappeared: number | null;
  }[];
  readonly drops: Readonly<Record<string, number>>;
}

/** What the product shows of a recording that was played in; times in ms after its beginning. */
export async function shownOf(stage: Stage, played: Played, t0: number): Promise<Shown> {
  const cards = await cardsOf(stage, played);
  const changes = await stage.progress.query<Change>(HISTORY, [cards.map(({ id }) => id)]);
  const drops = await stage.progress.query<{ reason: string; count: number }>(DROPS, [stage.host.hostId]);
  const named = new Map(cards.map(({ id }, n) => [id as string, `c${n + 1}`]));
  const after = (time: string | null): number | null => (time === null ? null : Date.parse(time) - t0);
  return {
    cards: cards.map((card) => ({
      timeline: changes
        .filter((change) => change.session_id === card.id)
        .map(({ at_ms: at, status }) => `${Math.round(at - t0)} ${status}`),
      match: card.match?.step ?? null,
      session: card.cliSessionId,
      status: card.status,
      next: card.statusReason.next,
      runs: card.runs.map((run) => ({
        ...{ session: run.cliSessionId, startedAt: after(run.startedAt), endedAt: after(run.endedAt) },
      })),
      subagents: card.subagents.map(({ status, toolCount }) => `${status} after ${toolCount} tools`),
    })),
    teams: played.teams.map(({ leaderId, memberIds, appeared, disappeared }) => ({
      ...{ leader: named.get(leaderId), members: memberIds.map((id) => named.get(id)) },
      ...{ appeared: appeared - t0, disappeared: disappeared === null ? null : disappeared - t0 },
    })),
    drops: Object.fromEntries(drops.map(({ reason, count }) => [reason, count])),
  };
}

/** What a recording's expectation wants of it, in the same shape. */
export function wantedOf({ cards, teams = [], drops }: Expected): Shown {
  const reasons = [...new Set(drops.map(({ reason }) => reason))];
  const countOf = (reason: string): number =>
    drops.filter((drop) => drop.reason === reason).reduce((sum, { count }) => sum + count, 0);
  return {
    cards: cards.map(({ timeline, match, session, status, runs, subagents }) => ({
      ...{ match, session, status, runs, next: null },
      timeline: timeline.map((change) => `${change.at} ${change.status}`),
      subagents: subagents.map((run) => `${run.status} after ${run.toolCount ?? run.tools} tools`),
    })),
    teams: teams.map(({ leader, members, appeared, disappeared }) => ({ leader, members, appeared, disappeared })),
    drops: Object.fromEntries(reasons.map((reason) => [reason, countOf(reason)])),
  };
}
