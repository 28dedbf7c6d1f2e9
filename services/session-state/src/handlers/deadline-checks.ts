import type { Clock, Db, HostWatch, Log, ShardService } from '@pitwall/service-kit';
import { callsToProbe } from '../core/deadlines.js';
import type { CommandFact } from '../core/requests.js';
import type { Session } from '../core/session.js';
import { commandMessage } from '../io/command-message.js';
import { newIds } from '../io/new-ids.js';
import { dueSessions, markAsked, sessionsOutOfStep } from '../io/session-store.js';
import { asWork, type SessionWork } from './session-events.js';

interface CheckDeps {
  readonly db: Db;
  readonly service: ShardService<SessionWork>;
  readonly hosts: HostWatch;
  readonly clock: Clock;
  readonly log: Log;
  readonly shards: number;
}

/** Short against the 50 ms that a timer may be late by (P-16), long against one indexed query. */
const TICK_MS = 50;
const REACH_TICK_MS = 2_000;

/**
 * X-04: a due deadline asks its host, and only the answer in the host's log lets it fire. Hosts out of reach are not
 * asked: their sessions' deadlines stand still and the cards are marked.
 */
export function createDeadlineChecks(deps: CheckDeps) {
  const { clock, log, shards, service } = deps;
  const cancels = new Map<string, () => void>();
  let running: Promise<unknown> = Promise.resolve();
  let stopped = false;

  const every = (label: string, ms: number, work: (shard: number) => Promise<void>): void => {
    const tick = (): void => {
      const owned = Array.from({ length: shards }, (_, shard) => shard).filter((shard) => service.owns(shard));
      const all = Promise.all(owned.map(work)).catch((error: unknown) => log.warn({ err: error }, `${label} failed`));
      running = Promise.all([running, all]);
      void all.then(() => {
        if (!stopped) cancels.set(label, clock.setTimer(ms, tick));
      });
    };
    cancels.set(label, clock.setTimer(ms, tick));
  };

  return {
    name: 'deadlines',
    start: () => {
      every('deadline checks', TICK_MS, (shard) => askDue(deps, shard));
      every('host reach', REACH_TICK_MS, (shard) => markReach(deps, shard));
    },
    stop: async () => {
      stopped = true;
      for (const cancel of cancels.values()) cancel();
      await running;
    },
  };
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

async function askDue({ db, service, hosts }: CheckDeps, shard: number): Promise<void> {
  const times = hosts.reachable().map(({ beat, nowT }) => ({ hostId: beat.hostId, nowT }));
  const due = await dueSessions(db, shard, times);
  if (due.length === 0) return;
  await service.runInShard(shard, async (tx, inShard) => {
    const works = [...(await inShard.load(due)).values()];
    await markAsked(tx, due);
    await inShard.send(
      works.map(({ session }) => {
        const nowT = times.find((host) => host.hostId === session.hostId)?.nowT ?? 0;
        const numbered = { commandId: newIds.command(), hostId: session.hostId, now: inShard.now };
        return commandMessage(checkCommand(session, nowT), numbered);
      }),
    );
  });
}

async function markReach({ db, service, hosts }: CheckDeps, shard: number): Promise<void> {
  if (!hosts.settled()) return;
  const ids = await sessionsOutOfStep(
    db,
    shard,
    hosts.reachable().map(({ beat }) => beat.hostId),
  );
  if (ids.length === 0) return;
  await service.runInShard(shard, async (_tx, inShard) => {
    const works = [...(await inShard.load(ids)).values()].map(({ session }) => ({
      ...session,
      hostUnreachable: !hosts.isReachable(session.hostId),
      revision: session.revision + 1,
    }));
    await inShard.save(new Map(works.map((session) => [session.id, asWork(session)])));
  });
}
