import { useState } from 'react';
import { RELINK_SESSION, UNLINK_SESSION } from '../../app/documents.js';
import { ask, GatewayError } from '../../app/gateway.js';

/** Moves a session's conversation to another card, or (null) to one of its own; resolves with the card that shows it. */
export function useLinking(id: string) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const link = async (to: string | null): Promise<string | null> => {
    setRefusal(null);
    setBusy(true);
    try {
      if (to === null) return (await ask(UNLINK_SESSION, { id })).unlinkSession.id;
      return (await ask(RELINK_SESSION, { id, to })).relinkSession.id;
    } catch (error) {
      setRefusal(error instanceof GatewayError ? `Not moved: ${error.message} ${error.hint}` : String(error));
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { link, busy, refusal };
}
