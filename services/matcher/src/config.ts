import { parseConfig, timedEnvironment, withSecretFiles, type TimedEnvironment } from '@pitwall/service-kit';

/** The service in a process of its own. Throws ConfigInvalid with all problems. */
export const readConfig = (): TimedEnvironment => parseConfig(timedEnvironment, withSecretFiles(process.env));
