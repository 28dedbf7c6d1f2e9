import { useState } from 'react';
import { useNow } from '../../app/now.js';
import type { Session } from '../../app/session-store.js';
import { Button } from '../../ui/button.js';
import { StatusIcon } from '../../ui/status-icon.js';
import { STATUS_WORDS } from '../../ui/status-chip.js';
import { clock } from '../../ui/time.js';
import { visibleText } from '../../ui/visible-text.js';
import { useHistory } from './use-history.js';
import classes from './activity-pane.module.css';

/** As many as anybody looks through at once. */
const SHOWN = 100;

/** Every change of its status with its reason, newest first. */
export function StatusChanges({ session }: { session: Session }) {
  const { changes, failure, retry } = useHistory(session);
  const [all, setAll] = useState(false);
  const now = useNow();
  const newestFirst = changes === null ? [] : [...changes].reverse();
  const shown = all ? newestFirst : newestFirst.slice(0, SHOWN);
  return (
    <>
      <h2 className={classes['head']}>
        Status changes {changes !== null && <span className={classes['count']}>{changes.length}</span>}
      </h2>
      {failure !== null && (
        <p className={classes['failure']} role="alert">
          {failure.message} {failure.hint}{' '}
          <Button small onClick={retry}>
            Retry
          </Button>
        </p>
      )}
      <ol>
        {shown.map(({ status, reason }, index) => (
          <li key={newestFirst.length - index} className={classes['change']}>
            <time dateTime={reason.at}>{clock(reason.at, now)}</time>
            <span className={classes['status']} data-status={status}>
              <StatusIcon status={status} />
              {STATUS_WORDS[status]}
            </span>
            <span className={classes['event']}>
              {visibleText(reason.event)}
              {reason.guess && ', a guess'}
            </span>
            <span className={classes['count']}>{reason.rule}</span>
          </li>
        ))}
      </ol>
      {shown.length < newestFirst.length && (
        <p className={classes['failure']}>
          <Button small onClick={() => setAll(true)}>
            Show all {newestFirst.length}
          </Button>
        </p>
      )}
    </>
  );
}
