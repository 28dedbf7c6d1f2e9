import { useWatched } from './dashboard-state.js';
import { watched } from './watched.js';

/** What lies over the page; one at a time. */
export type Overlay = 'new-session' | 'palette' | 'keys';

const overlay = watched<Overlay | null>(null);

export const showOverlay = (next: Overlay): void => overlay.set(next);
export const hideOverlay = (): void => overlay.set(null);
export const useOverlay = (): Overlay | null => useWatched(overlay);
