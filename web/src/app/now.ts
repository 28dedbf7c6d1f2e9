import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

const tick = (): void => {
  if (document.visibilityState !== 'visible') return;
  now = Date.now();
  for (const listener of listeners) listener();
};

/** One timer for all ages on the screen; it rests while nothing shows an age or the page is hidden. */
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(tick, 1_000);
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
    timer = undefined;
  };
};

export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
