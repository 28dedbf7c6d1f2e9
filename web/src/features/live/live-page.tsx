import { useDeferredValue, useMemo } from 'react';
import { useDashboard, useHosts, useLoaded, useOnline, useSessions, useWatched } from '../../app/dashboard-state.js';
import { DelayBanner } from '../../app/shell/delay-banner.js';
import { OfflineBanner } from '../../app/shell/offline-banner.js';
import { useAfter } from '../../app/use-after.js';
import { Board } from './board.js';
import { BoardRefused } from './board-refused.js';
import { BoardSkeleton } from './board-skeleton.js';
import { LiveHeader } from './live-header.js';
import { Onboarding } from './onboarding.js';
import { Rail } from './rail.js';
import { useBoardView } from './use-board-view.js';
import { useNarrow } from './use-narrow.js';
import classes from './live-page.module.css';

/** Needs you, and the board. A phone shows one of them at a time. */
export function LivePage({ show }: { show: 'inbox' | 'board' }) {
  const newest = useSessions();
  // Rows follow their own sessions at once; where they stand may come a moment later, but not the first time.
  const deferred = useDeferredValue(newest);
  const all = deferred.length === 0 ? newest : deferred;
  const hosts = useHosts();
  const loaded = useLoaded();
  const online = useOnline();
  const { sessionFeed } = useDashboard();
  const refused = useWatched(sessionFeed.refused);
  const slow = useAfter(!loaded && !refused);
  const [view, change] = useBoardView();
  const sessions = useMemo(() => all.filter(({ archived }) => !archived), [all]);
  const narrow = useNarrow();
  const empty = loaded && sessions.length === 0;
  const filled = loaded && !empty;
  const rail = filled && (!narrow || show === 'inbox');
  const board = filled && (!narrow || show === 'board');

  return (
    <main className={classes['live']} data-offline={!online || undefined}>
      <LiveHeader show={show} count={sessions.length} {...{ view, change }} />
      <div className={classes['banner']}>
        <OfflineBanner />
        <DelayBanner />
      </div>
      {empty && !refused && (
        <div className={classes['whole']}>
          <Onboarding />
        </div>
      )}
      {rail && (
        <section className={classes['rail']} aria-label="Inbox">
          <Rail sessions={sessions} hosts={hosts} {...{ view, change }} />
        </section>
      )}
      {(refused || slow || board) && (
        <section className={filled ? classes['board'] : classes['whole']} aria-label="Board">
          {refused && <BoardRefused error={refused} onRetry={sessionFeed.retry} />}
          {board && <Board sessions={sessions} {...{ view, change }} />}
          {slow && <BoardSkeleton />}
        </section>
      )}
    </main>
  );
}
