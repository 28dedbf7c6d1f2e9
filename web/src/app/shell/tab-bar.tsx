import { IconAccessPoint, IconInbox, IconPlus } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { Icon } from '../../ui/icon.js';
import { showOverlay } from '../overlay.js';
import { NeedsBadge } from './needs-badge.js';
import classes from './tab-bar.module.css';

const ICON = 20;

/** The navigation of a phone. */
export function TabBar({ needs }: { needs: number }) {
  const { pathname } = useLocation();
  return (
    <nav className={classes['bar']} aria-label="Main">
      <Link to="/" aria-current={pathname === '/' ? 'page' : undefined}>
        <Icon of={IconInbox} size={ICON} />
        Inbox
        <NeedsBadge count={needs} className={classes['badge']} />
      </Link>
      <Link to="/live" aria-current={pathname === '/live' ? 'page' : undefined}>
        <Icon of={IconAccessPoint} size={ICON} />
        Board
      </Link>
      <button type="button" onClick={() => showOverlay('new-session')}>
        <Icon of={IconPlus} size={ICON} />
        New
      </button>
    </nav>
  );
}
