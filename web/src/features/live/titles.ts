import type { Session } from '../../app/session-store.js';

export const folderOf = (cwd: string): string => cwd.split(/[/\\]/).findLast(Boolean) ?? cwd;

/** The folder's name where it tells more than the title does. */
export const tellingFolder = ({ title, cwd }: Session): string | null => {
  const folder = folderOf(cwd);
  return folder === title ? null : folder;
};

/** Ids of the sessions whose title another one shares: they are told apart by their folder. */
export function namesakes(sessions: readonly Session[]): ReadonlySet<string> {
  const byTitle = new Map<string, string>();
  const shared = new Set<string>();
  for (const { id, title } of sessions) {
    const first = byTitle.get(title);
    if (first === undefined) byTitle.set(title, id);
    else shared.add(first).add(id);
  }
  return shared;
}
