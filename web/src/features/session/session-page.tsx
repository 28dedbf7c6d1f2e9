import { useParams } from 'react-router';
import { useLoaded, useSession } from '../../app/dashboard-state.js';
import { usePageTitle } from '../../app/page-title.js';
import { SessionView } from './session-view.js';
import { UnknownSession } from './unknown-session.js';

/** One session: terminal, answers, why. */
export function SessionPage() {
  const { id = '', tab } = useParams();
  const session = useSession(id);
  const loaded = useLoaded();
  usePageTitle(session?.title ?? null);
  if (session) return <SessionView key={id} session={session} tab={tab} />;
  return loaded ? <UnknownSession key={id} id={id} /> : <main aria-busy="true" />;
}
