import { isAbsolute } from 'node:path';
import { realPath } from '../os/real-path.js';

/** The folder that a hook names, under its one true name; null when it isn't there. */
export const realFolder = (path: unknown): string | null =>
  typeof path === 'string' && isAbsolute(path) ? realPath(path) : null;
