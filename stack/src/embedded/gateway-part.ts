import { fileURLToPath } from 'node:url';
import { createGateway } from '@pitwall/gateway';
import { systemClock } from '@pitwall/service-kit';
import { StackError } from '../stack-error.js';
import type { ServicePart, StackContext } from '../services.js';
import { connectedPart } from './connected-part.js';

/** Built beside the stack, in the same checkout. */
const DASHBOARD = fileURLToPath(new URL('../../../web/dist', import.meta.url));

export const gatewayPart = (stack: StackContext): ServicePart =>
  connectedPart(stack, {
    name: 'gateway',
    schema: 'directory',
    maxConnections: 4,
    create: ({ db, bus, log, metrics }) => {
      const { natsAccountSeed: accountSeed, ownerToken, natsUrl, gatewayPort: port, config } = stack;
      if (accountSeed === null) {
        throw new StackError(
          'NATS_ACCOUNT_MISSING',
          'The gateway needs the key of its NATS account.',
          'Set "natsAccountSeed" in config.json.',
        );
      }
      return createGateway({
        ...{ db, bus, log, metrics, port, ownerToken, accountSeed },
        shards: config.shards,
        listenAddress: '127.0.0.1',
        publicNames: [],
        dashboard: DASHBOARD,
        natsServers: [natsUrl],
        clock: systemClock,
      });
    },
  });
