import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from 'react-router';
import { useShortcuts } from '../../app/shortcuts.js';
import type { Session } from '../../app/session-store.js';
import { ActivityPane } from './activity-pane.js';
import { SessionHeader } from './session-header.js';
import { SessionTabs } from './session-tabs.js';
import type { Tab } from './tab.js';
import { TerminalColumn } from './terminal-column.js';
import classes from './session-view.module.css';

/** Below this one column is left; see the terminal's own limits. */
const ONE_COLUMN = '(max-width: 1100px)';

/** A session's page: what it is and why, its terminal with what can be done, what happened. */
export function SessionView({ session, tab }: { session: Session; tab: string | undefined }) {
  const narrow = useMediaQuery(ONE_COLUMN, false, { getInitialValueInEffect: false });
  const navigate = useNavigate();
  const chosen: Tab = tab === 'activity' ? 'activity' : 'terminal';
  const go = (to: Tab) => (): void => void navigate(`/s/${session.id}/${to}`, { replace: true });
  useShortcuts({ Escape: () => void navigate('/') });
  useShortcuts({ 1: go('terminal'), 2: go('activity') }, narrow);
  const tabs = <SessionTabs sessionId={session.id} tabs={['terminal', 'activity']} chosen={chosen} />;
  return (
    <main className={classes['page']} data-narrow={narrow || undefined}>
      <SessionHeader session={session} />
      {(!narrow || chosen === 'terminal') && (
        <TerminalColumn
          session={session}
          title={narrow ? tabs : <SessionTabs sessionId={session.id} tabs={['terminal']} chosen="terminal" />}
        />
      )}
      {(!narrow || chosen === 'activity') && (
        <div className={classes['right']}>
          <div className={classes['bar']}>
            {narrow ? tabs : <SessionTabs sessionId={session.id} tabs={['activity']} chosen="activity" />}
          </div>
          <ActivityPane session={session} />
        </div>
      )}
    </main>
  );
}
