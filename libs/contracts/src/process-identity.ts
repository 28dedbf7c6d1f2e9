import { z } from 'zod';

/** A process, never known by its pid alone: pids are used again. `startTime` is the OS's own figure, as text. */
export const processIdentity = z.object({ pid: z.number().int().positive(), startTime: z.string().max(64) });
export type ProcessIdentity = z.infer<typeof processIdentity>;

export const sameProcess = (a: ProcessIdentity | null, b: ProcessIdentity | null): boolean =>
  a !== null && b !== null && a.pid === b.pid && a.startTime === b.startTime;
