import { useRef } from 'react';
import { useNow } from '../../app/now.js';
import type { Session } from '../../app/session-store.js';
import { nextShown, type ShownNeed } from './needs.js';
import { useRested } from './use-rested.js';

/** The needs as they are shown: settled ones for a moment longer, and nothing moved while the pointer moves. */
export function useShownNeeds(needs: readonly Session[]): readonly ShownNeed[] {
  const shown = useRef<readonly ShownNeed[]>([]);
  const rested = useRested();
  const now = useNow();
  shown.current = nextShown(
    shown.current,
    needs.map(({ id }) => id),
    { now, rested },
  );
  return shown.current;
}
