import type { Session } from '../../app/session-store.js';

const OFFERED = 12;

const newestFirst = (sessions: readonly Session[], valueOf: (session: Session) => string | null): readonly string[] => {
  const values = sessions.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)).map(valueOf);
  return [...new Set(values.filter((value) => value !== null && value !== ''))] as string[];
};

/** Folders that sessions of this host were in; of any host while none is chosen. */
export const recentFolders = (sessions: readonly Session[], hostId: string): readonly string[] =>
  newestFirst(sessions, (session) => (hostId === '' || session.hostId === hostId ? session.cwd : null)).slice(
    0,
    OFFERED,
  );

export const recentRooms = (sessions: readonly Session[]): readonly string[] =>
  newestFirst(sessions, ({ room }) => room).slice(0, OFFERED);

export const recentModels = (sessions: readonly Session[], cli: Session['cli']): readonly string[] =>
  newestFirst(sessions, (session) => (session.cli === cli ? session.model : null)).slice(0, OFFERED);
