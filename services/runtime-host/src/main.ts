import { setTimeout as wait } from 'node:timers/promises';
import { createLog } from '@pitwall/service-kit';
import { hostConfig, ownEnvironment } from './config.js';
import { createRuntimeHost } from './daemon/runtime-host.js';

const { home, connection, ...config } = hostConfig();
const log = createLog({ service: 'runtime-host', level: 'info' });
const host = createRuntimeHost({ home, config, connection, log, hostCommandEnv: ownEnvironment });

await host.start();
log.info(host.status(), 'runtime host started');

const stop = async (): Promise<void> => {
  await Promise.race([host.stop(), wait(5000)]);
  process.exit(0);
};
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
