import { Link } from 'react-router';
import type { Tab } from './tab.js';
import classes from './session-tabs.module.css';

const NAMES: Record<Tab, string> = { terminal: 'Terminal', activity: 'Activity' };

interface SessionTabsProps {
  readonly sessionId: string;
  readonly tabs: readonly Tab[];
  readonly chosen: Tab;
}

/** Tabs are addresses: a link shows a colleague the same. */
export const SessionTabs = ({ sessionId, tabs, chosen }: SessionTabsProps) => (
  <nav className={classes['tabs']} aria-label="Parts of the session">
    {tabs.map((tab) => (
      <Link key={tab} to={`/s/${sessionId}/${tab}`} replace aria-current={tab === chosen ? 'page' : undefined}>
        {NAMES[tab]}
      </Link>
    ))}
  </nav>
);
