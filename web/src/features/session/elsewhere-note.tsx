import { useHost } from '../../app/dashboard-state.js';
import type { Session } from '../../app/session-store.js';
import { visibleText } from '../../ui/visible-text.js';
import classes from './session-view.module.css';

/** Why there is no terminal here. */
export function ElsewhereNote({ session }: { session: Session }) {
  const host = useHost(session.hostId)?.name ?? session.hostId;
  const place = session.originLabel === null ? `on ${host}` : `in ${visibleText(session.originLabel)} on ${host}`;
  return (
    <div className={classes['elsewhere']}>
      {session.terminalId === null ? (
        <>
          <p>It runs {place}, in a terminal that Pitwall did not open.</p>
          <p className={classes['quiet']}>
            Its status comes from its hooks. Type to it where it runs; what it asks can be answered here when its hooks
            wait for that.
          </p>
        </>
      ) : (
        <>
          <p>Its terminal has ended.</p>
          <p className={classes['quiet']}>The last screen is shown to who was watching; it is not kept.</p>
        </>
      )}
    </div>
  );
}
