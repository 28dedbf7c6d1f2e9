import { readFileSync } from 'node:fs';
import { timers } from '@pitwall/contracts';
import { z } from 'zod';

/**
 * What every service in a process of its own takes from its environment. A name with `_FILE` behind it names a file
 * with the value, so that secrets need not stand in the environment.
 */
export const serviceEnvironment = z.object({
  PITWALL_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  PITWALL_NATS_SERVERS: z.string().min(1),
  /** Contents of a NATS credentials file; left out only for a server without accounts. */
  PITWALL_NATS_CREDS: z.string().optional(),
  PITWALL_SHARDS: z.coerce.number().int().min(1).max(1024).default(32),
  PITWALL_DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(100).default(10),
  /** Where /healthz, /readyz and /metrics answer; left out: nowhere. */
  PITWALL_HEALTH_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  PITWALL_HEALTH_LISTEN: z.string().default('127.0.0.1'),
  PITWALL_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
});
/** The same for a service whose rules know times. */
export const timedEnvironment = serviceEnvironment.extend({
  /** Waiting times that differ from the standard, as JSON: {"waitingIdle": 600000}. */
  PITWALL_TIMERS: z
    .string()
    .default('{}')
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'is not JSON' });
        return z.NEVER;
      }
    })
    .pipe(timers),
});
export type TimedEnvironment = z.infer<typeof timedEnvironment>;
export type ServiceEnvironment = z.infer<typeof serviceEnvironment>;

/** Where the service's own health is asked for, where it is. */
export const healthPlace = (environment: ServiceEnvironment): { port: number; address: string } | undefined =>
  environment.PITWALL_HEALTH_PORT === undefined
    ? undefined
    : { port: environment.PITWALL_HEALTH_PORT, address: environment.PITWALL_HEALTH_LISTEN };

/** The environment with every `NAME_FILE` read into `NAME`. Throws when such a file can't be read. */
export function withSecretFiles(env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  const named = Object.entries(env).flatMap(([name, path]) =>
    name.startsWith('PITWALL_') && name.endsWith('_FILE') && path
      ? [[name.slice(0, -'_FILE'.length), readFileSync(path, 'utf8').trim()] as const]
      : [],
  );
  return { ...env, ...Object.fromEntries(named) };
}
