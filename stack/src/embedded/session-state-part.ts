import { systemClock } from '@pitwall/service-kit';
import { createSessionState } from '@pitwall/session-state';
import type { ServicePart, StackContext } from '../services.js';
import { connectedPart } from './connected-part.js';

export const sessionStatePart = (stack: StackContext): ServicePart =>
  connectedPart(stack, {
    name: 'session-state',
    schema: 'session_state',
    maxConnections: 6,
    create: ({ db, bus, log, instanceId }) => {
      const { shards, timers } = stack.config;
      return createSessionState({ db, bus, log, instanceId, shards, timers, clock: systemClock });
    },
  });
