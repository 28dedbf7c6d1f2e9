import { VERSION } from '@pitwall/contracts';
import { createServicePart, type ServicePartOptions } from '@pitwall/service-kit';
import { StackError } from '../stack-error.js';
import type { ServicePart, StackContext } from '../services.js';

type ServiceShape = Pick<ServicePartOptions, 'name' | 'schema' | 'maxConnections' | 'create'>;

/** A service of the embedded stack: connected as it would be in a process of its own. */
export const connectedPart = (stack: StackContext, shape: ServiceShape): ServicePart =>
  createServicePart({
    ...shape,
    databaseUrl: stack.postgresUrl,
    natsServers: stack.natsUrl,
    credentials: async () => {
      const user = await stack.issueServiceUser(shape.name);
      if (user) return user;
      throw new StackError(
        'NATS_ACCOUNT_MISSING',
        'With a NATS server of your own Pitwall needs the seed of its account.',
        'Set "natsAccountSeed" in config.json.',
      );
    },
    version: VERSION,
    log: stack.logFor(shape.name),
  });
