import { createHash, randomUUID } from 'node:crypto';
import type { RequestId, SessionId } from '@pitwall/contracts';

const ID_LENGTH = 64;

/** Another request must never come to the same session, so an id that has no room is not cut. */
const hashed = (requestId: string): string => createHash('sha256').update(requestId).digest('hex').slice(0, 40);

/** A repeated start finds the session of the first: its id comes from the request's, where one was given. */
export function sessionIdOf(requestId: RequestId | null): SessionId {
  const name = requestId ?? randomUUID();
  return `s-${name.length + 2 > ID_LENGTH ? hashed(name) : name}` as SessionId;
}
