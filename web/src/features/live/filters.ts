import type { Session } from '../../app/session-store.js';

export type FilterName = 'all' | 'needs' | 'working' | 'waiting' | 'idle' | 'ended';

interface Filter {
  readonly name: FilterName;
  readonly words: string;
  /** For the sentence that says that there is none. */
  readonly none: string;
  readonly takes: (session: Session) => boolean;
}

/** A person has to do something before the agent goes on. */
export const needsYou = (session: Session): boolean =>
  !session.archived && (session.status === 'approval' || session.status === 'input' || session.lifecycle === 'failed');

const within =
  (...statuses: Session['status'][]) =>
  (session: Session): boolean =>
    statuses.includes(session.status);

/** In the order in which they stand above the board. */
export const FILTERS: readonly Filter[] = [
  { name: 'all', words: 'All', none: 'There are no sessions.', takes: () => true },
  { name: 'needs', words: 'Needs you', none: 'Nothing needs you.', takes: needsYou },
  {
    name: 'working',
    words: 'Working',
    none: 'No agent is working.',
    takes: within('working', 'prompting', 'connecting'),
  },
  { name: 'waiting', words: 'Waiting', none: 'No agent waits for its next prompt.', takes: within('waiting') },
  { name: 'idle', words: 'Idle', none: 'No session is idle.', takes: within('idle') },
  { name: 'ended', words: 'Ended', none: 'No session has ended.', takes: within('ended') },
];

export const filterOf = (name: string | null): Filter =>
  FILTERS.find((filter) => filter.name === name) ?? (FILTERS[0] as Filter);

/** Literal and without case; every word must be found somewhere on the card. */
export function textFilter(text: string, hostName: (id: string) => string): (session: Session) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return (session) => {
    const card = [
      session.title,
      session.cwd,
      session.room,
      session.originLabel,
      session.cli,
      session.model,
      session.now?.tool,
      session.now?.text,
      hostName(session.hostId),
    ];
    const all = card.filter(Boolean).join('\n').toLowerCase();
    return words.every((word) => all.includes(word));
  };
}

export function countEach(sessions: readonly Session[]): ReadonlyMap<FilterName, number> {
  const counts = new Map<FilterName, number>(FILTERS.map(({ name }) => [name, 0]));
  for (const session of sessions) {
    for (const { name, takes } of FILTERS) if (takes(session)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
