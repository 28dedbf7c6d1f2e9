import { createMatcher } from '@pitwall/matcher';
import { systemClock } from '@pitwall/service-kit';
import type { ServicePart, StackContext } from '../services.js';
import { connectedPart } from './connected-part.js';

export const matcherPart = (stack: StackContext): ServicePart =>
  connectedPart(stack, {
    name: 'matcher',
    schema: 'matcher',
    maxConnections: 6,
    create: ({ db, bus, log, instanceId }) =>
      createMatcher({ db, bus, log, instanceId, shards: stack.config.shards, clock: systemClock }),
  });
