import { useNow } from '../../app/now.js';
import type { Session } from '../../app/session-store.js';
import { clock } from '../../ui/time.js';
import { visibleText } from '../../ui/visible-text.js';
import classes from './session-view.module.css';

export function EndedBar({ session: { statusReason } }: { session: Session }) {
  const now = useNow();
  return (
    <p className={classes['ended']}>
      Ended {clock(statusReason.at, now)}: {visibleText(statusReason.event)}
    </p>
  );
}
