import { NotReachable, RemoteError, type Bus } from '@pitwall/service-kit';

const TIMEOUT_MS = 5_000;
/** A shard changes hands within three seconds; requests carry an id, so asking again is safe. */
const PATIENCE_MS = 4_000;
const PAUSE_MS = 150;

const passes = (error: unknown): boolean =>
  error instanceof NotReachable || (error instanceof RemoteError && ['NOT_OWNER', 'LEASE_LOST'].includes(error.code));

/** A request to the owner of a shard, whoever that is just now. */
export async function askOwner(bus: Bus, subject: string, request: unknown): Promise<unknown> {
  const giveUp = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await bus.request(subject, request, { timeoutMs: TIMEOUT_MS });
    } catch (error) {
      if (!passes(error) || performance.now() > giveUp) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
