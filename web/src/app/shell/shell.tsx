import { useMemo, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { needsOf } from '../../features/live/needs.js';
import { useSessions } from '../dashboard-state.js';
import { useDocumentTitle } from '../page-title.js';
import { DelayBanner } from './delay-banner.js';
import { NavigationKeys } from './navigation-keys.js';
import { Nav } from './nav.js';
import { OfflineBanner } from './offline-banner.js';
import { Overlays } from './overlays.js';
import { StatusLine } from './status-line.js';
import { TabBar } from './tab-bar.js';
import classes from './shell.module.css';

/** Navigation, the page, the status line. */
export function Shell({ children }: { children: ReactNode }) {
  const sessions = useSessions();
  const needs = useMemo(() => needsOf(sessions), [sessions]);
  const { pathname } = useLocation();
  useDocumentTitle(needs.length);
  // Live has the banner below its own header, where the board begins.
  const onLive = pathname === '/' || pathname === '/live';
  return (
    <div className={classes['shell']}>
      <NavigationKeys needs={needs} />
      <Nav needs={needs.length} />
      <div className={classes['page']}>
        {!onLive && <OfflineBanner />}
        {!onLive && <DelayBanner />}
        {children}
      </div>
      <StatusLine />
      <TabBar needs={needs.length} />
      <Overlays />
    </div>
  );
}
