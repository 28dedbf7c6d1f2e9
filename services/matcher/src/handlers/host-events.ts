import {
  HOST_STREAM,
  SESSION_STREAM,
  hostEnvelope,
  hostLog,
  shardOf,
  subjects,
  type HostEvent,
  type SessionId,
  type TeamId,
} from '@pitwall/contracts';
import type { LogSource, OutboxMessage, ShardHandler, Tx } from '@pitwall/service-kit';
import type { DropReason } from '../core/guards.js';
import { createHostWork, type HostWork } from '../core/host-work.js';
import { namesOf } from '../core/names-of.js';
import { route, type Routed } from '../core/route.js';
import * as store from '../io/host-store.js';

/** A host's rows as a batch works on them, and what the batch dropped. */
export interface MatcherWork {
  readonly host: HostWork;
  readonly drops: Map<DropReason, number>;
  isNew: boolean;
}

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
export const sessionIdAt = ({ hostId, hostSeq }: HostEvent): SessionId => {
  const place = `${hostId}-${hostSeq}`;
  return `s${shardOf(place, 0x7fffffff).toString(36)}-${hostSeq}` as SessionId;
};

interface HandlerDeps {
  readonly shards: number;
  /** The team of a host that was never seen before. */
  readonly teamOf: (hostId: string) => Promise<TeamId>;
  /** After the commit: the highest hostSeq of each host that is safe in the tables. */
  readonly committed: (hostId: string) => void;
  readonly dropped: (reason: DropReason, count: number) => void;
}

/** Host log in, session logs out. */
export function createHostHandler(deps: HandlerDeps): ShardHandler<HostEvent, MatcherWork> {
  return {
    load: (tx, keys, messages = []) => loadHosts(tx, keys, messages, deps.teamOf),

    reduce(state, event) {
      if (!state) throw new Error(`host ${event.hostId} was not loaded`);
      const { host, drops } = state;
      const routed = route(host, event, sessionIdAt);
      host.apply(routed);
      if (routed.dropped) drops.set(routed.dropped, (drops.get(routed.dropped) ?? 0) + 1);
      return { state, outbox: sessionMessages({ host, event, routed, shards: deps.shards }) };
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

interface Numbering {
  readonly host: HostWork;
  readonly event: HostEvent;
  readonly routed: Routed;
  readonly shards: number;
}

function sessionMessages({ host, event, routed, shards }: Numbering): OutboxMessage[] {
  const { hostId, hostSeq, at, t } = event;
  return routed.facts.flatMap(({ sessionId, fact }) => {
    // A fact of a session that the matcher has not seen open yet begins its log (a terminal that could not be opened).
    const sessionSeq = host.nextSeq(sessionId);
    const payload = JSON.stringify({ v: 1, sessionId, sessionSeq, hostId, hostSeq, at, t, ...fact });
    return [
      {
        stream: SESSION_STREAM.name,
        subject: subjects.sessionEvent(sessionId, fact.event, shards),
        key: sessionId,
        keySeq: sessionSeq,
        payload,
      },
    ];
  });
}

async function loadHosts(
  tx: Tx,
  hostIds: readonly string[],
  events: readonly HostEvent[],
  teamOf: HandlerDeps['teamOf'],
): Promise<Map<string, MatcherWork>> {
  const named = { hostIds, ...namesOf(events) };
  const [known, terminals, cards] = await Promise.all([
    store.teamsOf(tx, hostIds),
    store.loadTerminals(tx, named),
    store.loadCards(tx, named),
  ]);
  const works = new Map<string, MatcherWork>();
  for (const hostId of hostIds) {
    const rowsOfHost = <T extends { host_id: string }>(rows: readonly T[]) =>
      rows.filter((row) => row.host_id === hostId);
    const team = known.get(hostId) ?? (await teamOf(hostId));
    const host = createHostWork({
      hostId: hostId as HostWork['hostId'],
      team,
      terminals: rowsOfHost(terminals).map((row) => row.doc),
      cards: rowsOfHost(cards).map((row) => row.doc),
    });
    works.set(hostId, { host, drops: new Map(), isNew: !known.has(hostId) });
  }
  return works;
}
