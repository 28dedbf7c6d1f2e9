import { useCallback, useEffect, useState } from 'react';
import { ask, GatewayError } from '../../app/gateway.js';
import { SESSION_HISTORY } from '../../app/documents.js';
import type { Session } from '../../app/session-store.js';
import type { SessionHistoryQuery } from '../../generated/graphql.js';

export type StatusChange = NonNullable<SessionHistoryQuery['session']>['history'][number];

export interface History {
  /** Oldest first; null until it has come. */
  readonly changes: readonly StatusChange[] | null;
  readonly failure: GatewayError | null;
  readonly retry: () => void;
}

/** A busy agent changes its status many times a second; the list may follow a moment later. */
const SETTLED_MS = 400;

/** Every status change of a session, read when this is opened and again after each change. */
export function useHistory({ id, status, statusReason }: Session): History {
  const [changes, setChanges] = useState<readonly StatusChange[] | null>(null);
  const [failure, setFailure] = useState<GatewayError | null>(null);
  const [tries, setTries] = useState(0);
  const newest = `${status} ${statusReason.at} ${statusReason.rule}`;
  const known = changes !== null;
  useEffect(() => {
    let gone = false;
    const read = (): void => {
      ask(SESSION_HISTORY, { id }).then(
        ({ session }) => {
          if (gone) return;
          setChanges(session?.history ?? []);
          setFailure(null);
        },
        (error: unknown) => {
          if (!gone) setFailure(error instanceof GatewayError ? error : new GatewayError('FAILED', String(error), ''));
        },
      );
    };
    const timer = setTimeout(read, known ? SETTLED_MS : 0);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
    // Whether it is known decides how soon it is read, not that it is read again.
  }, [id, newest, tries]);
  return { changes, failure, retry: useCallback(() => setTries((n) => n + 1), []) };
}
