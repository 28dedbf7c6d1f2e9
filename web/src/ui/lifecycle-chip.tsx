import type { Session } from '../app/session-store.js';
import { StatusIcon } from './status-icon.js';
import classes from './status-chip.module.css';

/** Stands beside the status, never in its place, and only where it says more. */
export function LifecycleChip({ session }: { session: Pick<Session, 'lifecycle'> }) {
  if (session.lifecycle === 'failed') {
    return (
      <span className={classes['chip']} data-status="failed">
        <StatusIcon status="failed" />
        Failed
      </span>
    );
  }
  if (session.lifecycle !== 'stopping') return null;
  return (
    <span className={classes['chip']} data-status="idle">
      Stopping
    </span>
  );
}
