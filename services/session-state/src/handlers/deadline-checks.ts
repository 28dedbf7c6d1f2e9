import type { HostId, SessionId } from '@pitwall/contracts';
import { shardOf } from '@pitwall/contracts';
import type { Clock, Db, HostWatch, Log, ShardService } from '@pitwall/service-kit';
import { callsToProbe } from '../core/deadlines.js';
import { giveUpLaunch, type CommandFact } from '../core/launch.js';
import type { Session } from '../core/session.js';
import { commandMessage } from '../io/command-message.js';
import { newIds } from '../io/new-ids.js';
import { createSleeper } from '../io/sleeper.js';
import {
  dueSessions,
  markAsked,
  nextDue,
  overdueLaunches,
  sessionsOutOfStep,
  type HostTime,
} from '../io/session-store.js';
import { asWork, type SessionWork } from './session-events.js';

interface CheckDeps {
  readonly db: Db;
  readonly service: ShardService<SessionWork>;
  readonly hosts: HostWatch;
  readonly clock: Clock;
  readonly log: Log;
  readonly shards: number;
}

export interface DeadlineChecks {
  start(): void;
  /** A session's next deadline has become this one: it may be sooner than what is waited for. */
  readonly note: (hostId: HostId, dueT: number) => void;
  stop(): Promise<void>;
}

/** A question that got no answer, and a host that came back, are looked for this often at the latest. */
const LOOK_AT_LEAST_EVERY_MS = 1_000;
const REACH_EVERY_MS = 2_000;

/**
 * X-04: a due deadline asks its host, and only the answer in the host's log lets it fire. Hosts out of reach are not
 * asked: their sessions' deadlines stand still and the cards are marked. Between two deadlines it sleeps.
 */
export function createDeadlineChecks(deps: CheckDeps): DeadlineChecks {
  const { clock, hosts, log } = deps;
  const checks = createSleeper({ clock, log, label: 'deadline checks' }, async () => {
    await askDue(deps);
    return Math.min(LOOK_AT_LEAST_EVERY_MS, await untilNextDue(deps));
  });
  const reach = createSleeper({ clock, log, label: 'host reach' }, async () => {
    await markReach(deps);
    await giveUpLaunches(deps);
    return REACH_EVERY_MS;
  });
  return {
    start: () => {
      checks.wakeIn(0);
      reach.wakeIn(REACH_EVERY_MS);
    },
    note: (hostId, dueT) => {
      const sign = hosts.get(hostId);
      if (sign?.reachable) checks.wakeIn(dueT - sign.nowT);
    },
    stop: async () => {
      await Promise.all([checks.stop(), reach.stop()]);
    },
  };
}

const ownedShards = ({ service, shards }: CheckDeps): number[] =>
  Array.from({ length: shards }, (_, shard) => shard).filter((shard) => service.owns(shard));

const hostTimes = ({ hosts }: CheckDeps): HostTime[] =>
  hosts.reachable().map(({ beat, nowT }) => ({ hostId: beat.hostId, nowT }));

/** ms until the next deadline of a host in reach. */
async function untilNextDue(deps: CheckDeps): Promise<number> {
  const times = new Map(hostTimes(deps).map(({ hostId, nowT }) => [hostId, nowT]));
  const due = await nextDue(deps.db, ownedShards(deps), [...times.keys()]);
  return due.reduce((soonest, { hostId, dueT }) => Math.min(soonest, dueT - (times.get(hostId) ?? dueT)), Infinity);
}

const checkCommand = (session: Session, t: number): CommandFact => ({
  verb: 'check',
  data: {
    checkId: newIds.command(),
    sessionId: session.id,
    terminalId: session.terminalOpen ? session.terminalId : null,
    cliSessionId: session.cliSessionId,
    calls: callsToProbe(session, t).map((call) => ({ callId: call.id, sinceT: call.beganT })),
  },
});

function byShard(ids: readonly SessionId[], shards: number): Map<number, SessionId[]> {
  const groups = new Map<number, SessionId[]>();
  for (const id of ids) {
    const shard = shardOf(id, shards);
    groups.set(shard, [...(groups.get(shard) ?? []), id]);
  }
  return groups;
}

async function askDue(deps: CheckDeps): Promise<void> {
  const times = hostTimes(deps);
  const due = byShard(await dueSessions(deps.db, ownedShards(deps), times), deps.shards);
  for (const [shard, ids] of due) {
    await deps.service.runInShard(shard, async (tx, inShard) => {
      const works = [...(await inShard.load(ids)).values()];
      await markAsked(tx, ids);
      await inShard.send(
        works.map(({ session }) => {
          const nowT = times.find((host) => host.hostId === session.hostId)?.nowT ?? 0;
          const numbered = { commandId: newIds.command(), hostId: session.hostId, now: inShard.now };
          return commandMessage(checkCommand(session, nowT), numbered);
        }),
      );
    });
  }
}

async function markReach(deps: CheckDeps): Promise<void> {
  const { db, service, hosts, shards } = deps;
  if (!hosts.settled()) return;
  const reachable = hosts.reachable().map(({ beat }) => beat.hostId);
  const ids = byShard(await sessionsOutOfStep(db, ownedShards(deps), reachable), shards);
  for (const [shard, group] of ids) {
    await service.runInShard(shard, async (_tx, inShard) => {
      const marked = [...(await inShard.load(group)).values()].map(({ session }) => ({
        ...session,
        hostUnreachable: !hosts.isReachable(session.hostId),
        revision: session.revision + 1,
      }));
      await inShard.save(new Map(marked.map((session) => [session.id, asWork(session)])));
    });
  }
}

/** The way out of a start whose host never answers; by the server's clock, as the host has nothing of it yet. */
async function giveUpLaunches(deps: CheckDeps): Promise<void> {
  const { db, service, shards, clock } = deps;
  const overdue = byShard(await overdueLaunches(db, ownedShards(deps), clock.now()), shards);
  for (const [shard, group] of overdue) {
    await service.runInShard(shard, async (_tx, inShard) => {
      const given = [...(await inShard.load(group)).values()].flatMap(({ session }) => {
        const ended = giveUpLaunch(session, inShard.now);
        return ended ? [asWork(ended.state, ended.effects)] : [];
      });
      await inShard.save(new Map(given.map((work) => [work.session.id, work])));
    });
  }
}
