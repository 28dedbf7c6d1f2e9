import { GatewayError, ask } from './gateway.js';
import type { DashboardState, Delay, Host } from './dashboard-state.js';
import { DELAY, HOSTS, VIEWER } from './documents.js';
import { createLive } from './live-link.js';
import { SESSIONS } from './session-documents.js';
import { createSessionStore } from './session-store.js';
import { watched } from './watched.js';

/** A hidden tab gets no frames; its state must be right all the same when it is looked at again. */
const nextFrame = (commit: () => void): void => {
  if (document.visibilityState === 'visible') requestAnimationFrame(commit);
  else setTimeout(commit, 0);
};

/** Connects the dashboard to its gateway for as long as the page lives. */
export function createDashboard(): DashboardState {
  const signedOut = watched(false);
  const viewer = watched<string | null>(null);
  const sessions = createSessionStore(nextFrame);
  const refused = watched<GatewayError | null>(null);
  const hosts = watched<readonly Host[]>([]);
  const delay = watched<Delay | null>(null);

  const checkLogin = (): void => {
    ask(VIEWER, {}).then(
      (answer) => {
        viewer.set(answer.viewer.name);
        if (answer.sessions.length === 0) sessions.markLoaded();
      },
      (error: unknown) => {
        if (error instanceof GatewayError && error.code === 'NOT_AUTHENTICATED') signedOut.set(true);
      },
    );
  };
  const live = createLive(checkLogin);
  const followSessions = (): void => {
    refused.set(null);
    live.follow(SESSIONS, {}, { take: ({ sessions: session }) => sessions.take(session), refused: refused.set });
  };
  followSessions();
  // Without hosts the board still stands: their ids are shown instead of their names.
  live.follow(HOSTS, {}, { take: ({ hosts: list }) => hosts.set(list), refused: () => undefined });
  // Without it nothing is said of a delay.
  live.follow(DELAY, {}, { take: (result) => delay.set(result.delay), refused: () => undefined });
  checkLogin();
  return { live, sessions, sessionFeed: { refused, retry: followSessions }, hosts, delay, viewer, signedOut };
}
