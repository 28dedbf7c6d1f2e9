import { parseConfig, serviceEnvironment, withSecretFiles } from '@pitwall/service-kit';
import { z } from 'zod';

const list = (standard: string) =>
  z
    .string()
    .default(standard)
    .transform((text) => text.split(',').filter(Boolean));

const environment = serviceEnvironment.extend({
  PITWALL_PORT: z.coerce.number().int().min(1).max(65_535).default(4400),
  PITWALL_LISTEN: z.string().default('127.0.0.1'),
  /** Names under which people reach it, with port: `pitwall.example:443`. */
  PITWALL_PUBLIC_NAMES: list(''),
  PITWALL_OWNER_TOKEN: z.string().min(32, 'must have at least 32 characters'),
  /** Addresses of the bus as hosts can reach them; without it those of this service. */
  PITWALL_HOST_NATS_SERVERS: list(''),
  PITWALL_NATS_ACCOUNT_SEED: z.string().regex(/^SA[A-Z2-7]{56}$/, 'must be the seed of a NATS account (SA…)'),
  /** Folder of the built dashboard. */
  PITWALL_DASHBOARD: z.string().min(1),
});

/** The service in a process of its own. Throws ConfigInvalid with all problems. */
export const readConfig = (): z.infer<typeof environment> => parseConfig(environment, withSecretFiles(process.env));
