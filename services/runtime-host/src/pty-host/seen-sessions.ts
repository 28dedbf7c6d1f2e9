import type { SeenSession } from '../control/protocol.js';
import { dropOldest } from '../core/drop-oldest.js';

/** Far more conversations than a machine holds at once; the daemon follows their files. */
const MAX_SESSIONS = 500;

export interface SeenSessions {
  note(session: SeenSession): void;
  all(): SeenSession[];
}

/** The conversations of which hooks told, the newest last, each told on once and when something about it changed. */
export function createSeenSessions(onSession: (session: SeenSession) => void): SeenSessions {
  const sessions = new Map<string, SeenSession>();
  return {
    note: (session) => {
      const { cliSessionId } = session;
      const before = sessions.get(cliSessionId);
      const merged: SeenSession = {
        ...session,
        transcriptPath: session.transcriptPath ?? before?.transcriptPath ?? null,
        process: session.process ?? before?.process ?? null,
      };
      if (before && isSame(before, merged)) return;
      sessions.delete(cliSessionId);
      sessions.set(cliSessionId, merged);
      dropOldest(sessions, MAX_SESSIONS);
      onSession(merged);
    },
    all: () => [...sessions.values()],
  };
}

const isSame = (a: SeenSession, b: SeenSession): boolean =>
  a.transcriptPath === b.transcriptPath &&
  a.process?.pid === b.process?.pid &&
  a.process?.startTime === b.process?.startTime;
