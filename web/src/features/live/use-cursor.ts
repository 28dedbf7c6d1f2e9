import { useEffect, useState } from 'react';

/** Browsers limit how often an address may change; a held key moves the cursor faster than that. */
const WRITTEN_AFTER_MS = 250;

/** The cursor of the board, written to the address once it stands still. */
export function useCursor(
  written: string | null,
  write: (stop: string | null) => void,
): [string | null, (stop: string | null) => void] {
  const [cursor, setCursor] = useState(written);
  useEffect(() => {
    if (cursor === written) return;
    const timer = setTimeout(() => write(cursor), WRITTEN_AFTER_MS);
    return () => clearTimeout(timer);
    // Only its own moves are written; an address that changed otherwise is not written over.
  }, [cursor]);
  return [cursor, setCursor];
}
