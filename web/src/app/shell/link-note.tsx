import { IconCheck, IconWifiOff } from '@tabler/icons-react';
import { Icon } from '../../ui/icon.js';
import { clock } from '../../ui/time.js';
import { useLink } from '../dashboard-state.js';
import { useNow } from '../now.js';
import classes from './link-note.module.css';

/** Whether what is shown is what is. */
export function LinkNote() {
  const link = useLink();
  const now = useNow();
  return (
    <span className={classes['note']} data-state={link.state} role="status">
      {link.state === 'live' && (
        <>
          <Icon of={IconCheck} size={12} />
          live
        </>
      )}
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
