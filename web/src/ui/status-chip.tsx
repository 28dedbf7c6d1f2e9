import type { Session } from '../app/session-store.js';
import type { SessionStatus } from '../generated/graphql.js';
import { StatusIcon } from './status-icon.js';
import classes from './status-chip.module.css';

export const STATUS_WORDS: Record<SessionStatus, string> = {
  approval: 'Approval',
  input: 'Input',
  working: 'Working',
  waiting: 'Waiting',
  prompting: 'Prompting',
  connecting: 'Connecting',
  idle: 'Idle',
  ended: 'Ended',
};

type Shown = Pick<Session, 'status' | 'statusReason' | 'marks'>;

/** Shape, word and colour of a session's status; dashed where it is a guess or only the last known. */
export function StatusChip({ session }: { session: Shown }) {
  const { status, statusReason, marks } = session;
  const stale = marks.includes('host-unreachable');
  return (
    <span
      className={classes['chip']}
      data-status={status}
      data-guess={statusReason.guess || undefined}
      data-stale={stale || undefined}
    >
      <StatusIcon status={status} />
      {STATUS_WORDS[status]}
      {statusReason.guess && ', probably'}
      {stale && <span className="unseen">, last known</span>}
    </span>
  );
}
