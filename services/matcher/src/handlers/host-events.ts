import {
  HOST_STREAM,
  SESSION_STREAM,
  hostEnvelope,
  hostLog,
  shardOf,
  subjects,
  type HostEvent,
  type HostId,
  type SessionId,
  type TeamId,
  type Timers,
} from '@pitwall/contracts';
import type { LogSource, OutboxMessage, ShardHandler } from '@pitwall/service-kit';
import type { DropReason } from '../core/guards.js';
import type { HostWork, LoggedFact } from '../core/host-work.js';
import { namesOf } from '../core/names-of.js';
import { route, type Rules } from '../core/route.js';
import * as store from '../io/host-store.js';
import { loadHosts, type LoadedHost } from '../io/load-hosts.js';

/** A host's rows as a batch works on them, and what the batch dropped. */
export interface MatcherWork {
  readonly host: HostWork;
  readonly drops: Map<DropReason, number>;
  isNew: boolean;
}

export const asWork = ({ host, isNew }: LoadedHost): MatcherWork => ({ host, isNew, drops: new Map() });

export const hostSource: LogSource<HostEvent> = {
  stream: HOST_STREAM.name,
  filter: subjects.hostShard,
  parse: (_subject, data) => hostLog.parse(data),
  keyOf: (event) => event.hostId,
  seqOf: (event) => event.hostSeq,
  identify: (_subject, data) => placeOf(data),
};

/** The place of an event whose content can't be read: it goes to the dead letters without holding up its host. */
function placeOf(data: Uint8Array): { key: string; seq: number } | null {
  try {
    const place = hostEnvelope.pick({ hostId: true, hostSeq: true }).parse(JSON.parse(new TextDecoder().decode(data)));
    return { key: place.hostId, seq: place.hostSeq };
  } catch {
    return null;
  }
}

/** A new card's id comes from the place of its first event, so that a replay makes the same card. */
export const sessionIdAt = ({ hostId, hostSeq }: { hostId: string; hostSeq: number }, n = 0): SessionId => {
  const place = `${hostId}-${hostSeq}`;
  const more = n === 0 ? '' : `-${n}`;
  return `s${shardOf(place, 0x7fffffff).toString(36)}-${hostSeq}${more}` as SessionId;
};

interface HandlerDeps {
  readonly shards: number;
  readonly timers: Timers;
  /** The team of a host that was never seen before. */
  readonly teamOf: (hostId: string) => Promise<TeamId>;
  /** After the commit: the highest hostSeq of each host that is safe in the tables. */
  readonly committed: (hostId: string) => void;
  readonly dropped: (reason: DropReason, count: number) => void;
}

/** Host log in, session logs out. */
export function createHostHandler(deps: HandlerDeps): ShardHandler<HostEvent, MatcherWork> {
  const rules: Rules = { timers: deps.timers, newSessionId: sessionIdAt };
  return {
    async load(tx, keys, events = []) {
      const loaded = await loadHosts(tx, { hostIds: keys, names: namesOf(events), events }, deps.teamOf);
      return new Map([...loaded].map(([hostId, host]) => [hostId, asWork(host)]));
    },

    reduce(state, event) {
      if (!state) throw new Error(`host ${event.hostId} was not loaded`);
      const { host, drops } = state;
      const routed = route(host, event, rules);
      const logged = host.apply(routed, event);
      if (routed.dropped) drops.set(routed.dropped, (drops.get(routed.dropped) ?? 0) + 1);
      return { state, outbox: sessionMessages(host.hostId, logged, deps.shards) };
    },

    async save(tx, states) {
      const works = [...states];
      const fresh = works.filter(([, work]) => work.isNew);
      if (fresh.length > 0) await store.saveTeams(tx, new Map(fresh.map(([id, work]) => [id, work.host.team])));
      const of = <T>(pick: (work: MatcherWork) => readonly T[]) =>
        works.flatMap(([hostId, work]) => pick(work).map((row) => ({ hostId, row })));
      await Promise.all([
        store.saveTerminals(
          tx,
          of((work) => work.host.changedTerminals()).map(({ hostId, row }) => ({ hostId, terminal: row })),
        ),
        store.saveCards(
          tx,
          of((work) => work.host.changedCards()).map(({ hostId, row }) => ({ hostId, card: row })),
        ),
        store.countDrops(
          tx,
          of((work) => [...work.drops]).map(({ hostId, row: [reason, count] }) => ({ hostId, reason, count })),
        ),
      ]);
    },

    committed(states) {
      for (const [hostId, work] of states) {
        deps.committed(hostId);
        for (const [reason, count] of work.drops) deps.dropped(reason, count);
      }
    },
  };
}

/** The rows of session logs as they are published. */
export function sessionMessages(hostId: HostId, logged: readonly LoggedFact[], shards: number): OutboxMessage[] {
  return logged.map(({ sessionId, sessionSeq, fact, place }) => ({
    stream: SESSION_STREAM.name,
    subject: subjects.sessionEvent(sessionId, fact.event, shards),
    key: sessionId,
    keySeq: sessionSeq,
    payload: JSON.stringify({ v: 1, sessionId, sessionSeq, hostId, ...place, ...fact }),
  }));
}
