import { GatewayError, ask, createLive } from './gateway.js';
import { watched, type DashboardState, type Host } from './dashboard-state.js';
import { HOSTS, VIEWER } from './documents.js';
import { SESSIONS } from './session-documents.js';
import { createSessionStore } from './session-store.js';

/** A hidden tab gets no frames; its state must be right all the same when it is looked at again. */
const nextFrame = (commit: () => void): void => {
  if (document.visibilityState === 'visible') requestAnimationFrame(commit);
  else setTimeout(commit, 0);
};

/** Connects the dashboard to its gateway for as long as the page lives. */
export function createDashboard(): DashboardState {
  const signedOut = watched(false);
  const sessions = createSessionStore(nextFrame);
  const hosts = watched<readonly Host[]>([]);

  const checkLogin = (): void => {
    ask(VIEWER, {}).then(
      (answer) => {
        if (answer.sessions.length === 0) sessions.markLoaded();
      },
      (error: unknown) => {
        if (error instanceof GatewayError && error.code === 'NOT_AUTHENTICATED') signedOut.set(true);
      },
    );
  };
  const live = createLive(checkLogin);
  live.follow(SESSIONS, {}, ({ sessions: session }) => sessions.take(session));
  live.follow(HOSTS, {}, ({ hosts: list }) => hosts.set(list));
  checkLogin();
  return { live, sessions, hosts, signedOut };
}
