import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { DelaySubscription, HostsSubscription } from '../generated/graphql.js';
import type { GatewayError } from './gateway.js';
import type { LinkState, Live } from './live-link.js';
import type { Session, SessionStore } from './session-store.js';
import type { Watched } from './watched.js';

export { watched, type Watched } from './watched.js';

export type Delay = DelaySubscription['delay'];
export type Host = HostsSubscription['hosts'][number];

/** What is shown from one subscription; `refused` when the gateway won't send it. */
export interface Feed {
  readonly refused: Watched<GatewayError | null>;
  readonly retry: () => void;
}

export interface DashboardState {
  readonly live: Live;
  readonly sessions: SessionStore;
  readonly sessionFeed: Feed;
  readonly hosts: Watched<readonly Host[]>;
  /** How far statuses are behind; null until it is known. */
  readonly delay: Watched<Delay | null>;
  /** Who is logged in; null until it is known. */
  readonly viewer: Watched<string | null>;
  /** True when this browser has to log in (again). */
  readonly signedOut: Watched<boolean>;
}

export const DashboardContext = createContext<DashboardState | null>(null);

export function useDashboard(): DashboardState {
  const state = useContext(DashboardContext);
  if (!state) throw new Error('used outside the dashboard');
  return state;
}

export function useSessions(): readonly Session[] {
  const { sessions } = useDashboard();
  return useSyncExternalStore(sessions.subscribe, sessions.all);
}

/** Re-renders for this session's changes alone. */
export function useSession(id: string): Session | undefined {
  const { sessions } = useDashboard();
  const subscribe = useCallback((listener: () => void) => sessions.subscribeTo(id, listener), [sessions, id]);
  return useSyncExternalStore(subscribe, () => sessions.get(id));
}

export function useLoaded(): boolean {
  const { sessions } = useDashboard();
  return useSyncExternalStore(sessions.subscribe, sessions.loaded);
}

export function useWatched<T>(value: Pick<Watched<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(value.subscribe, value.get);
}

export const useLink = (): LinkState => useWatched(useDashboard().live.link);

/** False while the link is lost: what is shown is old, and nothing may be answered. */
export const useOnline = (): boolean => useLink().state !== 'lost';

export const useHosts = (): readonly Host[] => useWatched(useDashboard().hosts);

/** A shorter delay is told in the status line alone. */
export const DELAY_WORTH_A_WARNING_MS = 5_000;

export const useDelay = (): Delay | null => useWatched(useDashboard().delay);

export function useHost(id: string): Host | undefined {
  return useHosts().find((host) => host.id === id);
}
