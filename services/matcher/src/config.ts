import { parseConfig, serviceEnvironment, withSecretFiles, type ServiceEnvironment } from '@pitwall/service-kit';

/** The service in a process of its own. Throws ConfigInvalid with all problems. */
export const readConfig = (): ServiceEnvironment => parseConfig(serviceEnvironment, withSecretFiles(process.env));
