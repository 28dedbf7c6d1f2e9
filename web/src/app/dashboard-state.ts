import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { HostsSubscription } from '../generated/graphql.js';
import type { LinkState, Live } from './gateway.js';
import type { Session, SessionStore } from './session-store.js';

export type Host = HostsSubscription['hosts'][number];

/** A value that is told of when it changes. */
export interface Watched<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function watched<T>(initial: T): Watched<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export interface DashboardState {
  readonly live: Live;
  readonly sessions: SessionStore;
  readonly hosts: Watched<readonly Host[]>;
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

export function useLink(): LinkState {
  const { live } = useDashboard();
  return useSyncExternalStore(live.onLink, live.link);
}

export function useWatched<T>(value: Watched<T>): T {
  return useSyncExternalStore(value.subscribe, value.get);
}
