import { IconHourglass } from '@tabler/icons-react';
import { Icon } from '../../ui/icon.js';
import { duration } from '../../ui/time.js';
import { DELAY_WORTH_A_WARNING_MS, useDelay, useLink } from '../dashboard-state.js';
import classes from './offline-banner.module.css';

/** Below the status line's fold on a phone, and too long to be overlooked elsewhere: statuses are old, agents are not. */
export function DelayBanner() {
  const delay = useDelay();
  const { state } = useLink();
  if (state !== 'live' || delay === null || delay.behindMs < DELAY_WORTH_A_WARNING_MS) return null;
  return (
    <div className={classes['banner']} role="status">
      <Icon of={IconHourglass} />
      <span className={classes['words']}>
        <b>Delayed.</b> Status is <span className="num">{duration(delay.behindMs)}</span> behind: events wait at{' '}
        {delay.at.join(', ')}. Agents carry on, and nothing is lost.
      </span>
    </div>
  );
}
