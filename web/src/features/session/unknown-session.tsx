import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { ask } from '../../app/gateway.js';
import { SESSION_HISTORY } from '../../app/documents.js';
import { visibleText } from '../../ui/visible-text.js';
import classes from './session-view.module.css';

/** Sessions come one after the other: the gateway is asked before one is called unknown. */
export function UnknownSession({ id }: { id: string }) {
  const [unknown, setUnknown] = useState(false);
  useEffect(() => {
    ask(SESSION_HISTORY, { id }).then(
      ({ session }) => setUnknown(session === null),
      () => undefined,
    );
  }, [id]);
  if (!unknown) return <main aria-busy="true" />;
  return (
    <main className={classes['unknown']}>
      <h1>There is no session {visibleText(id)}</h1>
      <p>It was never here, or it has been removed, or you may not see it.</p>
      <p>
        <Link to="/" className={classes['link']}>
          Back to Live
        </Link>
      </p>
    </main>
  );
}
