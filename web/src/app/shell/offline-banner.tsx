import { IconWifiOff } from '@tabler/icons-react';
import { Button } from '../../ui/button.js';
import { Icon } from '../../ui/icon.js';
import { clock, duration } from '../../ui/time.js';
import { useDashboard, useLink } from '../dashboard-state.js';
import { useNow } from '../now.js';
import { useAfter } from '../use-after.js';
import classes from './offline-banner.module.css';

/** A stack that is back at once is not worth moving the page for; answers are off from the first moment. */
const SHOWN_AFTER_LOSS_MS = 1_000;

const nextTry = (at: number | null, now: number): string =>
  at === null || at <= now ? 'trying now' : `next try in ${duration(at - now + 999)}`;

/** What one sees, since when it is old, what is safe, and when it is tried again. */
export function OfflineBanner() {
  const { live } = useDashboard();
  const link = useLink();
  const now = useNow();
  const shown = useAfter(link.state === 'lost', SHOWN_AFTER_LOSS_MS);
  if (!shown || link.state !== 'lost') return null;
  return (
    <div className={classes['banner']} role="status">
      <Icon of={IconWifiOff} />
      <span className={classes['words']}>
        <b>Not connected.</b> You see everything as it was at{' '}
        <time>{clock(new Date(link.heardAt).toISOString(), now)}</time>. Agents carry on. Answers wait until the
        connection is back;{' '}
        <span className="num" aria-hidden="true">
          {nextTry(link.nextTryAt, now)}
        </span>
        .
      </span>
      <Button small onClick={live.tryNow}>
        Try now
      </Button>
    </div>
  );
}
