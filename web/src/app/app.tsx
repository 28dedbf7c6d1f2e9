import { Suspense, lazy } from 'react';
import { Route, Routes } from 'react-router';
import { LivePage } from '../features/live/live-page.js';
import { SignedOut } from './signed-out.js';
import { Shell } from './shell/shell.js';
import { useDashboard, useWatched } from './dashboard-state.js';
import { NotFound } from './not-found.js';

// The board needs neither terminal nor conversation.
const SessionPage = lazy(async () => ({ default: (await import('../features/session/session-page.js')).SessionPage }));

/** The routes of the dashboard; filters, selection and open tab live in the URL too. */
export function App() {
  const signedOut = useWatched(useDashboard().signedOut);
  if (signedOut) return <SignedOut />;
  return (
    <Shell>
      <Suspense fallback={<main />}>
        <Routes>
          <Route path="/" element={<LivePage show="inbox" />} />
          <Route path="/live" element={<LivePage show="board" />} />
          <Route path="/s/:id/:tab?" element={<SessionPage />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
    </Shell>
  );
}
