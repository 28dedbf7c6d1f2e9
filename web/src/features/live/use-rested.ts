import { useSyncExternalStore } from 'react';

/** So long a pointer has to rest before something may move under it. */
const REST_MS = 1_000;
const MOVES = ['pointermove', 'pointerdown', 'wheel', 'touchmove'] as const;

const listeners = new Set<() => void>();
let rested = true;
let timer: ReturnType<typeof setTimeout> | undefined;

const set = (next: boolean): void => {
  if (rested === next) return;
  rested = next;
  for (const listener of listeners) listener();
};
const rest = (): void => {
  clearTimeout(timer);
  set(true);
};
const move = (): void => {
  clearTimeout(timer);
  timer = setTimeout(rest, REST_MS);
  set(false);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  if (listeners.size === 1) {
    for (const name of MOVES) window.addEventListener(name, move, { passive: true });
    window.addEventListener('keydown', rest);
    document.documentElement.addEventListener('pointerleave', rest);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    for (const name of MOVES) window.removeEventListener(name, move);
    window.removeEventListener('keydown', rest);
    document.documentElement.removeEventListener('pointerleave', rest);
    rest();
  };
};

/** Whether things may change their place: the pointer rests, is elsewhere, or a key was pressed. */
export const useRested = (): boolean => useSyncExternalStore(subscribe, () => rested);
