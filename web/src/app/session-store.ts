import type { SessionFieldsFragment } from '../generated/graphql.js';

export type Session = SessionFieldsFragment;

/**
 * Every session that this person may see, as the newest card of each. It is no cache of answers: one subscription
 * fills it, an older revision never replaces a newer one, and readers are told once per frame.
 */
export interface SessionStore {
  readonly get: (id: string) => Session | undefined;
  /** A new array after each change of any session. */
  readonly all: () => readonly Session[];
  /** False until the first sessions came, or the gateway has said that there are none. */
  readonly loaded: () => boolean;
  readonly take: (session: Session) => void;
  readonly markLoaded: () => void;
  /** Told of any change. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Told of changes of one session alone. */
  readonly subscribeTo: (id: string, listener: () => void) => () => void;
}

export function createSessionStore(nextFrame: (commit: () => void) => void): SessionStore {
  const sessions = new Map<string, Session>();
  const listeners = new Set<() => void>();
  const listenersOf = new Map<string, Set<() => void>>();
  const changed = new Set<string>();
  let list: readonly Session[] = [];
  let isLoaded = false;
  let scheduled = false;

  const commit = (): void => {
    scheduled = false;
    list = [...sessions.values()];
    const ids = [...changed];
    changed.clear();
    for (const id of ids) for (const listener of listenersOf.get(id) ?? []) listener();
    for (const listener of listeners) listener();
  };
  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    nextFrame(commit);
  };

  return {
    get: (id) => sessions.get(id),
    all: () => list,
    loaded: () => isLoaded,
    take(session) {
      const known = sessions.get(session.id);
      if (known && known.revision >= session.revision) return;
      sessions.set(session.id, session);
      changed.add(session.id);
      isLoaded = true;
      schedule();
    },
    markLoaded() {
      if (isLoaded) return;
      isLoaded = true;
      schedule();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    subscribeTo(id, listener) {
      const own = listenersOf.get(id) ?? new Set();
      listenersOf.set(id, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listenersOf.delete(id);
      };
    },
  };
}
