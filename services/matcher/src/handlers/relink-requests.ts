import { shardOf, type RelinkRequest, type SessionId, type TeamId } from '@pitwall/contracts';
import { once, type InShard, type Tx } from '@pitwall/service-kit';
import { relink } from '../core/relink.js';
import { OtherHost } from '../core/relink-refusals.js';
import * as store from '../io/host-store.js';
import { loadHosts } from '../io/load-hosts.js';
import { addRelink } from '../io/relink-store.js';
import { asWork, hostSource, sessionMessages, type MatcherWork } from './host-events.js';

export interface RelinkDeps {
  readonly shards: number;
  readonly teamOf: (hostId: string) => Promise<TeamId>;
}

/** Links a conversation by hand, once for each request id (M-06). */
export const relinkOnce = (deps: RelinkDeps, request: RelinkRequest, tx: Tx, shard: InShard<MatcherWork>) =>
  once(tx, `relink ${request.hostId} ${request.sessionId} ${request.requestId}`, () =>
    relinkNow(deps, request, tx, shard),
  );

async function relinkNow({ shards, teamOf }: RelinkDeps, request: RelinkRequest, tx: Tx, shard: InShard<MatcherWork>) {
  const { hostId, sessionId, to, requestId } = request;
  const concerned = [sessionId, ...(to === null ? [] : [to])];
  if (to !== null && (await store.isElsewhere(tx, hostId, to))) throw new OtherHost(to);
  const names = { sessionIds: concerned, cliSessionIds: [], terminalIds: [], pids: [] };
  const loaded = await loadHosts(tx, { hostIds: [hostId], names, moving: concerned }, teamOf);
  const work = asWork(loaded.get(hostId)!);
  const after = await store.committedSeq(tx, hostSource.stream, hostId);
  const newest = work.host.logSince(sessionId, 1).at(-1)?.place ?? { at: shard.now, t: shard.now };
  const place = { hostSeq: after, at: newest.at, t: newest.t };
  const moved = relink(work.host, request, { place, newSessionId: idOfRoom(hostId, after, requestId) });
  const logged = work.host.apply(moved, place);
  await addRelink(tx, request, after);
  await shard.save(new Map([[hostId, work]]));
  await shard.send(sessionMessages(work.host.hostId, logged, shards));
  return { sessionId: moved.shownBy };
}

/** From the request and its place, so that a replay makes the same card. */
const idOfRoom = (hostId: string, after: number, requestId: string): SessionId =>
  `s${shardOf(`${hostId}-${after}-${requestId}`, 0x7fffffff).toString(36)}-${after}m` as SessionId;
