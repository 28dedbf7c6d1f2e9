import {
  SESSION_REQUESTS,
  shardOf,
  subjects,
  type SessionReply,
  type SessionRequest,
  type SessionVerb,
} from '@pitwall/contracts';
import { NotReachable, RemoteError, type Bus } from '@pitwall/service-kit';

/** Asks session-state, at the owner of the session's shard. */
export type SessionClient = <V extends SessionVerb>(
  verb: V,
  sessionId: string,
  request: SessionRequest<V>,
) => Promise<SessionReply<V>>;

const TIMEOUT_MS = 5_000;
/** A shard changes hands within three seconds; requests carry an id, so asking again is safe. */
const PATIENCE_MS = 4_000;
const PAUSE_MS = 150;

const passes = (error: unknown): boolean =>
  error instanceof NotReachable || (error instanceof RemoteError && ['NOT_OWNER', 'LEASE_LOST'].includes(error.code));

export function createSessionClient(bus: Bus, shards: number): SessionClient {
  return async (verb, sessionId, request) => {
    const subject = subjects.request('session-state', shardOf(sessionId, shards), verb);
    const giveUp = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        const reply = await bus.request(subject, request, { timeoutMs: TIMEOUT_MS });
        return SESSION_REQUESTS[verb].reply.parse(reply) as SessionReply<typeof verb>;
      } catch (error) {
        if (!passes(error) || performance.now() > giveUp) throw error;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  };
}
