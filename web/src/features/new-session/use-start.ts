import { useRef, useState } from 'react';
import { START_SESSION } from '../../app/documents.js';
import { GatewayError, ask } from '../../app/gateway.js';
import { useDashboard } from '../../app/dashboard-state.js';
import { freshId } from '../../ui/fresh-id.js';
import { inputOf, type Draft } from './draft.js';

interface Start {
  readonly starting: boolean;
  readonly refusal: GatewayError | null;
  /** The id of the session that runs now; null if it was refused. */
  readonly start: (draft: Draft) => Promise<string | null>;
}

/** Nobody said no: the same request may have been taken, and is sent again under its own id. */
const UNANSWERED = ['NOT_REACHABLE', 'UNAVAILABLE'];

export function useStart(): Start {
  const { sessions } = useDashboard();
  const [starting, setStarting] = useState(false);
  const [refusal, setRefusal] = useState<GatewayError | null>(null);
  const pending = useRef<{ wish: string; id: string } | null>(null);

  const start = async (draft: Draft): Promise<string | null> => {
    const wish = JSON.stringify(draft);
    if (pending.current?.wish !== wish) pending.current = { wish, id: freshId() };
    setStarting(true);
    setRefusal(null);
    try {
      const { startSession } = await ask(START_SESSION, { input: inputOf(draft, pending.current.id) });
      // Its page must not say that there is no such session while the subscription is on its way.
      sessions.take(startSession);
      return startSession.id;
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      if (!UNANSWERED.includes(error.code)) pending.current = null;
      setRefusal(error);
      return null;
    } finally {
      setStarting(false);
    }
  };
  return { starting, refusal, start };
}
