import { setTimeout as wait } from 'node:timers/promises';
import { createLog } from '@pitwall/service-kit';
import { hostConfig, ownEnvironment } from './config.js';
import type { BusAccess } from './daemon/nats-link.js';
import { createRuntimeHost } from './daemon/runtime-host.js';
import { StackUnreachable, connectToStack } from './membership/membership.js';

const RETRY_MS = 2000;

const { home, ...config } = hostConfig();
const log = createLog({ service: 'runtime-host', level: 'info' });

/** The stack may come up after this machine does. */
const connect = async (): Promise<BusAccess> => {
  for (;;) {
    try {
      return await connectToStack(home);
    } catch (error) {
      if (!(error instanceof StackUnreachable)) throw error;
      log.warn({ error }, 'the stack does not answer yet');
      await wait(RETRY_MS);
    }
  }
};

const connection = await connect();
const host = createRuntimeHost({ home, config, connection, log, hostCommandEnv: ownEnvironment });
await host.start();
log.info(host.status(), 'runtime host started');

const stop = async (): Promise<void> => {
  await Promise.race([host.stop(), wait(5000)]);
  process.exit(0);
};
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
