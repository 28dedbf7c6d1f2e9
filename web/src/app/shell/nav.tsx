import { IconAccessPoint, IconKeyboard, IconSearch } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { Icon } from '../../ui/icon.js';
import { KeyHint } from '../../ui/key-hint.js';
import { useDashboard, useWatched } from '../dashboard-state.js';
import { showOverlay } from '../overlay.js';
import { Logo } from './logo.js';
import { NavHosts } from './nav-hosts.js';
import { NavTip } from './nav-tip.js';
import { NeedsBadge } from './needs-badge.js';
import { ThemeSwitch } from './theme-switch.js';
import classes from './nav.module.css';

/** Where one can go; at its foot the machines. Folds to icons in a narrow window. */
export function Nav({ needs }: { needs: number }) {
  const viewer = useWatched(useDashboard().viewer);
  const { pathname } = useLocation();
  const onLive = pathname === '/' || pathname === '/live';
  return (
    <nav className={classes['nav']} aria-label="Main">
      <Link className={classes['brand']} to="/" title="Pitwall">
        <Logo />
        <b className={classes['words']}>Pitwall</b>
        <span className={`${classes['viewer']} ${classes['words']} cut`}>{viewer}</span>
      </Link>
      <NavTip label="Search or jump to  ⌘K">
        <button type="button" className={classes['search']} onClick={() => showOverlay('palette')}>
          <Icon of={IconSearch} />
          <span className={`${classes['grow']} ${classes['words']}`}>Search or jump to</span>
          <span className={classes['words']}>
            <KeyHint keys="⌘K" />
          </span>
        </button>
      </NavTip>
      <NavTip label={needs > 0 ? `Live, ${needs} need you` : 'Live'}>
        <Link className={classes['item']} to="/" aria-current={onLive ? 'page' : undefined}>
          <Icon of={IconAccessPoint} />
          <span className={`${classes['grow']} ${classes['words']}`}>Live</span>
          <NeedsBadge count={needs} className={classes['words']} />
        </Link>
      </NavTip>
      <div className={classes['space']} />
      <NavHosts />
      <div className={classes['foot']}>
        <NavTip label="All keys  ?">
          <button type="button" className={classes['item']} onClick={() => showOverlay('keys')}>
            <Icon of={IconKeyboard} />
            <span className={classes['words']}>All keys</span>
          </button>
        </NavTip>
        <ThemeSwitch />
      </div>
    </nav>
  );
}
