import { IconCheck, IconWifiOff } from '@tabler/icons-react';
import { Icon } from '../../ui/icon.js';
import { clock, duration } from '../../ui/time.js';
import { DELAY_WORTH_A_WARNING_MS, useDelay, useLink } from '../dashboard-state.js';
import { useNow } from '../now.js';
import classes from './link-note.module.css';

/** Whether what is shown is what is. */
export function LinkNote() {
  const link = useLink();
  const now = useNow();
  const behindMs = useDelay()?.behindMs ?? 0;
  const state = link.state === 'live' && behindMs >= DELAY_WORTH_A_WARNING_MS ? 'delayed' : link.state;
  return (
    <span className={classes['note']} data-state={state} role="status">
      {link.state === 'live' && behindMs === 0 && (
        <>
          <Icon of={IconCheck} size={12} />
          live
        </>
      )}
      {link.state === 'live' && behindMs > 0 && `Status is ${duration(behindMs)} behind`}
      {link.state === 'connecting' && 'connecting'}
      {link.state === 'lost' && (
        <>
          <Icon of={IconWifiOff} size={12} />
          reconnecting since {clock(new Date(link.since).toISOString(), now)}
        </>
      )}
    </span>
  );
}
