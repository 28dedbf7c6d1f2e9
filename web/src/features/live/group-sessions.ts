import type { Session } from '../../app/session-store.js';
import { compare } from './compare.js';
import { needsYou } from './filters.js';
import { askedAt } from './needs.js';

export type Grouping = 'room' | 'host' | 'status';
export const GROUPINGS: readonly Grouping[] = ['room', 'host', 'status'];

export interface Group {
  readonly key: string;
  readonly title: string;
  readonly sessions: readonly Session[];
}

/** Attention first, then what moves, then your turn, then what rests. */
const RANK: Record<Session['status'], number> = {
  approval: 0,
  input: 0,
  working: 1,
  prompting: 2,
  connecting: 3,
  waiting: 4,
  idle: 5,
  ended: 6,
};

const STATUS_TITLES: Record<Session['status'], string> = {
  approval: 'Approval',
  input: 'Input',
  working: 'Working',
  prompting: 'Prompting',
  connecting: 'Connecting',
  waiting: 'Waiting',
  idle: 'Idle',
  ended: 'Ended',
};
const STATUS_ORDER = Object.keys(STATUS_TITLES);

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const known = groups.get(keyOf(item));
    if (known) known.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

const rank = (session: Session): number => (needsYou(session) ? 0 : RANK[session.status]);

const longestWaiting = (a: Session, b: Session): number =>
  rank(a) === 0 && rank(b) === 0 ? compare(askedAt(a), askedAt(b)) : 0;

/** Within a rank by age of the card, which never changes: a row that works does not jump at each of its hooks. */
export const byAttention = (a: Session, b: Session): number =>
  Number(b.pinned) - Number(a.pinned) ||
  rank(a) - rank(b) ||
  longestWaiting(a, b) ||
  compare(b.createdAt, a.createdAt) ||
  compare(a.id, b.id);

/** Members directly behind their leader, also where they would sort apart. */
export function behindLeaders(sessions: readonly Session[]): readonly Session[] {
  if (!sessions.some(isMember)) return sessions;
  const present = new Set(sessions.map(({ id }) => id));
  const led = groupBy(
    sessions.filter((session) => isMember(session) && present.has(session.agentTeam?.leaderId ?? '')),
    (session) => session.agentTeam?.leaderId,
  );
  const followers = new Set([...led.values()].flat());
  return sessions
    .filter((session) => !followers.has(session))
    .flatMap((session) => [session, ...(led.get(session.id) ?? [])]);
}

export const isMember = ({ id, agentTeam }: Session): boolean => agentTeam !== null && agentTeam.leaderId !== id;

const keyOf = (session: Session, by: Grouping): string => {
  if (by === 'room') return session.room ?? '';
  return by === 'host' ? session.hostId : session.status;
};

/** `hostName` gives the id where the name isn't known yet. Rooms and hosts by name, no room last, statuses by rank. */
export function groupSessions(
  sessions: readonly Session[],
  by: Grouping,
  hostName: (id: string) => string,
): readonly Group[] {
  const titleOf = (key: string): string => {
    if (by === 'host') return hostName(key);
    if (by === 'room') return key === '' ? 'No room' : key;
    return STATUS_TITLES[key as Session['status']];
  };
  const groups = [...groupBy(sessions, (session) => keyOf(session, by))].map(([key, members]) => ({
    key,
    title: titleOf(key),
    sessions: behindLeaders(members.toSorted(byAttention)),
  }));
  if (by === 'status') return groups.sort((a, b) => STATUS_ORDER.indexOf(a.key) - STATUS_ORDER.indexOf(b.key));
  return groups.sort((a, b) => Number(a.key === '') - Number(b.key === '') || a.title.localeCompare(b.title));
}
