import { useCallback, useEffect, useRef, useState } from 'react';

/** Browsers limit how often an address may change; keys come faster than that. */
const WRITTEN_AFTER_MS = 250;

/**
 * A value that is here at once and in the address a moment later: typed letters must not wait for the router.
 * An address that changed by itself, as by going back, wins.
 */
export function useWritten<T>(inAddress: T, write: (value: T) => void): [T, (value: T) => void] {
  const [value, setValue] = useState(inAddress);
  const known = useRef(inAddress);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef(write);
  useEffect(() => {
    newest.current = write;
  });
  useEffect(() => {
    if (known.current === inAddress) return;
    known.current = inAddress;
    clearTimeout(timer.current);
    setValue(inAddress);
  }, [inAddress]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = useCallback((next: T) => {
    setValue(next);
    clearTimeout(timer.current);
    const page = location.pathname;
    timer.current = setTimeout(() => {
      // Gone to another page, which may still be loading: writing would call it back.
      if (location.pathname !== page) return;
      known.current = next;
      newest.current(next);
    }, WRITTEN_AFTER_MS);
  }, []);
  return [value, change];
}
