import { useParams } from 'react-router';
import { useDashboard, useLoaded, useSession, useWatched } from '../../app/dashboard-state.js';
import { usePageTitle } from '../../app/page-title.js';
import { BoardRefused } from '../live/board-refused.js';
import { SessionView } from './session-view.js';
import { UnknownSession } from './unknown-session.js';

/** One session: terminal, answers, why. */
export function SessionPage() {
  const { id = '', tab } = useParams();
  const session = useSession(id);
  const loaded = useLoaded();
  usePageTitle(session?.title ?? null);
  const { refused, retry } = useDashboard().sessionFeed;
  const refusal = useWatched(refused);
  if (session) return <SessionView key={id} session={session} tab={tab} />;
  if (refusal !== null) {
    return (
      <main>
        <BoardRefused error={refusal} onRetry={retry} />
      </main>
    );
  }
  return loaded ? <UnknownSession key={id} id={id} /> : <main aria-busy="true" />;
}
