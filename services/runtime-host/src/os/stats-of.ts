import { statSync, type Stats } from 'node:fs';

/** Null for everything that can't be looked at: not there, not ours, or no path at all. */
export function statsOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
