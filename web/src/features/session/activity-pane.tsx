import type { Session } from '../../app/session-store.js';
import { NowText } from '../../ui/now-text.js';
import { StatusChanges } from './status-changes.js';
import { SubagentList } from './subagent-list.js';
import classes from './activity-pane.module.css';

/** What it is at, who works for it, and how it came to its status. */
export const ActivityPane = ({ session }: { session: Session }) => (
  <div className={classes['pane']} tabIndex={0} role="region" aria-label="Activity">
    <h2 className={classes['head']}>Now</h2>
    <div className={classes['now']}>
      {session.now || session.status === 'connecting' ? (
        <NowText session={session} wraps />
      ) : (
        <span className={classes['quiet']}>Nothing has been heard of its work yet.</span>
      )}
    </div>
    <SubagentList subagents={session.subagents} />
    <StatusChanges session={session} />
  </div>
);
