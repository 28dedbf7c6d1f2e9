import { useEffect, useState } from 'react';

/** What takes longer than this is shown as under way; what is quicker would only flicker. */
export const SHOWN_AFTER_MS = 300;

/** True once `active` has lasted for `ms`. */
export function useAfter(active: boolean, ms = SHOWN_AFTER_MS): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setOver(true), ms);
    return () => {
      clearTimeout(timer);
      setOver(false);
    };
  }, [active, ms]);
  return active && over;
}
