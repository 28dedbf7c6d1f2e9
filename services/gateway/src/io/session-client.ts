import {
  SESSION_REQUESTS,
  shardOf,
  subjects,
  type SessionReply,
  type SessionRequest,
  type SessionVerb,
} from '@pitwall/contracts';
import type { Bus } from '@pitwall/service-kit';
import { askOwner } from './ask-owner.js';

/** Asks session-state, at the owner of the session's shard. */
export type SessionClient = <V extends SessionVerb>(
  verb: V,
  sessionId: string,
  request: SessionRequest<V>,
) => Promise<SessionReply<V>>;

export function createSessionClient(bus: Bus, shards: number): SessionClient {
  return async (verb, sessionId, request) => {
    const subject = subjects.request('session-state', shardOf(sessionId, shards), verb);
    const reply = await askOwner(bus, subject, request);
    return SESSION_REQUESTS[verb].reply.parse(reply) as SessionReply<typeof verb>;
  };
}
