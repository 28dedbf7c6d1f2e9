import { Suspense, lazy } from 'react';
import { hideOverlay, useOverlay } from '../overlay.js';

// None of these is there at first sight; each comes when it is asked for.
const NewSession = lazy(async () => ({
  default: (await import('../../features/new-session/new-session.js')).NewSession,
}));
const Palette = lazy(async () => ({ default: (await import('./palette.js')).Palette }));
const KeySheet = lazy(async () => ({ default: (await import('./key-sheet.js')).KeySheet }));

const OVERLAYS = { 'new-session': NewSession, palette: Palette, keys: KeySheet };

export function Overlays() {
  const overlay = useOverlay();
  if (!overlay) return null;
  const Shown = OVERLAYS[overlay];
  return (
    <Suspense>
      <Shown onClose={hideOverlay} />
    </Suspense>
  );
}
