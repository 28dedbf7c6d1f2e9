import { RELINK_SESSION, shardOf, subjects, type RelinkRequest, type SessionId } from '@pitwall/contracts';
import type { Bus } from '@pitwall/service-kit';
import { askOwner } from './ask-owner.js';

/** Asks the matcher, at the owner of the host's shard, to link a conversation by hand. */
export type Relink = (request: RelinkRequest) => Promise<{ sessionId: SessionId }>;

export const createRelink =
  (bus: Bus, shards: number): Relink =>
  async (request) => {
    const subject = subjects.request('matcher', shardOf(request.hostId, shards), 'relink');
    return RELINK_SESSION.reply.parse(await askOwner(bus, subject, request));
  };
