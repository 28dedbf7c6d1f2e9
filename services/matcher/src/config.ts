import { timers } from '@pitwall/contracts';
import { parseConfig, serviceEnvironment, withSecretFiles } from '@pitwall/service-kit';
import { z } from 'zod';

const environment = serviceEnvironment.extend({
  /** Waiting times that differ from the standard, as JSON: {"folderWindow": 30000}. */
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

/** The service in a process of its own. Throws ConfigInvalid with all problems. */
export const readConfig = (): z.infer<typeof environment> => parseConfig(environment, withSecretFiles(process.env));
