import { createMatcher } from '@pitwall/matcher';
import { systemClock } from '@pitwall/service-kit';
import type { ServicePart, StackContext } from '../services.js';
import { connectedPart } from './connected-part.js';

export const matcherPart = (stack: StackContext): ServicePart =>
  connectedPart(stack, {
    name: 'matcher',
    schema: 'matcher',
    maxConnections: 6,
    create: (connected) =>
      createMatcher({ ...connected, shards: stack.config.shards, clock: systemClock }),
  });
