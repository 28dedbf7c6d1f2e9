import { z } from 'zod';
import { defineMessage } from './define.js';
import { hostId } from './ids.js';

/** A host's sign of life over core NATS, every HEARTBEAT_MS; in no log. */
export const heartbeat = defineMessage(
  'heartbeat',
  z.object({
    v: z.literal(1),
    hostId,
    version: z.string(),
    /** Host time now, ms (see the host log). */
    t: z.number(),
    /** Wall clock of the host, epoch ms. */
    at: z.number().int(),
    terminals: z.number().int().nonnegative(),
    /** The newest hostSeq written and the newest one sent: their difference waits in the spool. */
    written: z.number().int().nonnegative(),
    sent: z.number().int().nonnegative(),
    /** Counters of the host since its start, by name: hooks received and refused by reason, dropped commands, … */
    counters: z.record(z.string().max(100), z.number()).default({}),
  }),
);
export type Heartbeat = z.infer<typeof heartbeat.schema>;

export const HEARTBEAT_MS = 2_000;

/** Five heartbeats missed and some slack: marked unreachable well within the 15 s of X-04. */
export const UNREACHABLE_AFTER_MS = 12_000;
