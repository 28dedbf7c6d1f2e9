import { lazy, Suspense } from 'react';
import type { TerminalViewProps } from './terminal-view.js';

/** Half of the dashboard's code draws terminals; it is fetched with the first of them. */
const TerminalView = lazy(() => import('./terminal-view.js'));

export const TerminalPane = (props: TerminalViewProps) => (
  <Suspense fallback={<div style={{ flex: 1, minHeight: 0, background: 'var(--term-bg)' }} />}>
    <TerminalView {...props} />
  </Suspense>
);
