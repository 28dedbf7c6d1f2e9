import { isMember, type Group } from './group-sessions.js';

/** One line of the windowed board; a line of cards holds as many as stand side by side. */
export type BoardLine =
  | {
      readonly kind: 'group';
      readonly key: string;
      readonly title: string;
      readonly count: number;
      readonly folded: boolean;
    }
  | {
      readonly kind: 'row';
      readonly id: string;
      /** In a team: right below its leader, or below another member. */
      readonly member: 'first' | 'next' | null;
      readonly position: number;
    }
  | {
      readonly kind: 'cards';
      readonly ids: readonly string[];
      readonly columns: number;
      readonly last: boolean;
      readonly position: number;
    };

/** A group that big says more as one line; opening it is one key. */
const FOLDED_ABOVE = 500;

interface Layout {
  /** What a person has folded or unfolded by hand. */
  readonly folds: Readonly<Record<string, boolean>>;
  /** Cards side by side; 0 for rows. */
  readonly columns: number;
}

export const isFolded = (group: Group, folds: Layout['folds'], groups: number): boolean =>
  folds[group.key] ?? (groups > 1 && group.sessions.length > FOLDED_ABOVE);

function memberAt({ sessions }: Group, index: number): 'first' | 'next' | null {
  const [above, session] = [sessions[index - 1], sessions[index]];
  if (!session || !above || !isMember(session)) return null;
  const leader = session.agentTeam?.leaderId;
  if (above.id === leader) return 'first';
  return above.agentTeam?.leaderId === leader ? 'next' : null;
}

/** One flat list, so that only what is seen is drawn. `position` counts sessions from 1, over all groups. */
export function boardLines(groups: readonly Group[], { folds, columns }: Layout): readonly BoardLine[] {
  const lines: BoardLine[] = [];
  let position = 1;
  for (const group of groups) {
    const folded = isFolded(group, folds, groups.length);
    lines.push({ kind: 'group', key: group.key, title: group.title, count: group.sessions.length, folded });
    if (!folded && columns === 0) {
      group.sessions.forEach((session, index) =>
        lines.push({
          kind: 'row',
          id: session.id,
          member: memberAt(group, index),
          position: position + index,
        }),
      );
    } else if (!folded) {
      for (let start = 0; start < group.sessions.length; start += columns) {
        const ids = group.sessions.slice(start, start + columns).map(({ id }) => id);
        const last = start + columns >= group.sessions.length;
        lines.push({ kind: 'cards', ids, columns, last, position: position + start });
      }
    }
    position += group.sessions.length;
  }
  return lines;
}

/** Where the cursor may stand: a session's id, or a group as `group:<key>`. */
export const stopsOf = (lines: readonly BoardLine[]): readonly string[] =>
  lines.flatMap((line) => {
    if (line.kind === 'group') return [groupStop(line.key)];
    return line.kind === 'row' ? [line.id] : line.ids;
  });

export const groupStop = (key: string): string => `group:${key}`;

export const lineOfStop = (lines: readonly BoardLine[], stop: string): number =>
  lines.findIndex((line) => {
    if (line.kind === 'group') return groupStop(line.key) === stop;
    return line.kind === 'row' ? line.id === stop : line.ids.includes(stop);
  });

/** The next stop; from nowhere, or from one that is gone, the first or last session. */
export function step(stops: readonly string[], from: string | null, by: 1 | -1): string | null {
  const at = from === null ? -1 : stops.indexOf(from);
  if (at >= 0) return stops[Math.min(Math.max(at + by, 0), stops.length - 1)] ?? null;
  const sessions = stops.filter((stop) => !stop.startsWith('group:'));
  return (by === 1 ? sessions[0] : sessions.at(-1)) ?? null;
}
