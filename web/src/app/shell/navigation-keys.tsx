import { useMatch, useNavigate } from 'react-router';
import { showOverlay } from '../overlay.js';
import type { Session } from '../session-store.js';
import { useShortcuts } from '../shortcuts.js';

/** Keys that work on every page. Stands before the page, whose own keys come on top of these. */
export function NavigationKeys({ needs }: { needs: readonly Session[] }) {
  const navigate = useNavigate();
  const here = useMatch('/s/:id/*')?.params.id;
  const toNeed = (by: 1 | -1) => (): void => {
    const at = needs.findIndex(({ id }) => id === here);
    const next = at < 0 ? needs[0] : needs[(at + by + needs.length) % needs.length];
    if (next) void navigate(`/s/${next.id}`);
  };
  useShortcuts({
    'mod+k': () => showOverlay('palette'),
    'g l': () => void navigate('/'),
    n: () => showOverlay('new-session'),
    '?': () => showOverlay('keys'),
    ...(needs.length > 0 && { J: toNeed(1), K: toNeed(-1) }),
  });
  return null;
}
