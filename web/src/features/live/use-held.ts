import { useRef } from 'react';

/** The last value while `held` is true and nobody asked for another one by changing `wish`; else the newest. */
export function useHeld<T>(value: T, held: boolean, wish: string): T {
  const kept = useRef({ value, wish });
  if (!held || kept.current.wish !== wish) kept.current = { value, wish };
  return kept.current.value;
}
