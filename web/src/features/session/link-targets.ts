import type { Session } from '../../app/session-store.js';

/** Cards that could show this session's conversation: of the same CLI on the same host, newest sign of life first. */
export const linkTargets = (sessions: readonly Session[], { id, hostId, cli }: Session): readonly Session[] =>
  sessions
    .filter((one) => one.id !== id && one.hostId === hostId && one.cli === cli)
    .sort((a, b) => (a.lastSignalAt < b.lastSignalAt ? 1 : -1));
