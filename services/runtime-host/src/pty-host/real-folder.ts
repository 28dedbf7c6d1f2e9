import { realpathSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/** The folder's one true name, as the disk has it; null when it isn't there. Some 10 µs: hooks wait for it. */
export function realFolder(path: unknown): string | null {
  if (typeof path !== 'string' || !isAbsolute(path)) return null;
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}
