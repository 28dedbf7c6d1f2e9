import { useState } from 'react';

const keyOf = (sessionId: string): string => `pitwall.draft.${sessionId}`;

/** What was begun to be written to a session; it outlives a reload of this tab. */
export function useDraft(sessionId: string): [string, (text: string) => void] {
  const [draft, setDraft] = useState(() => sessionStorage.getItem(keyOf(sessionId)) ?? '');
  const change = (text: string): void => {
    setDraft(text);
    if (text === '') sessionStorage.removeItem(keyOf(sessionId));
    else sessionStorage.setItem(keyOf(sessionId), text);
  };
  return [draft, change];
}
