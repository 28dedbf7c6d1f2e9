import { z } from 'zod';
import { defineMessage } from './define.js';

/** How a part of the stack is; its answer to `pw.v1.status`. */
export const serviceStatus = defineMessage(
  'service-status',
  z.object({
    name: z.string(),
    instance: z.string(),
    ok: z.boolean(),
    detail: z.string(),
    version: z.string(),
    uptimeMs: z.number().int().nonnegative(),
    /** Messages that wait for this part; null where nothing can wait. */
    lag: z.number().int().nonnegative().nullable(),
  }),
);
export type ServiceStatus = z.infer<typeof serviceStatus.schema>;
