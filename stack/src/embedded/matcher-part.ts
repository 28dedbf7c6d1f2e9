import { createMatcher } from '@pitwall/matcher';
import { systemClock } from '@pitwall/service-kit';
import type { ServicePart, StackContext } from '../services.js';
import { connectedPart } from './connected-part.js';

export const matcherPart = (stack: StackContext): ServicePart =>
  connectedPart(stack, {
    name: 'matcher',
    schema: 'matcher',
    maxConnections: 6,
    create: (connected) => {
      const { shards, timers } = stack.config;
      return createMatcher({ ...connected, shards, timers, clock: systemClock });
    },
  });
