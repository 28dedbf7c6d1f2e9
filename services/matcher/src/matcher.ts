import {
  RELINK_SESSION,
  COMMAND_STREAM,
  HOST_STREAM,
  RESEND_SESSION,
  SESSION_STREAM,
  subjects,
  type Timers,
} from '@pitwall/contracts';
import {
  createShardService,
  kitMigrations,
  migrate,
  parseRequest,
  type Bus,
  type Clock,
  type Db,
  type Log,
  type Part,
  type ShardReports,
} from '@pitwall/service-kit';
import { Counter, type Registry } from 'prom-client';
import { createHostHandler, hostSource } from './handlers/host-events.js';
import { relinkOnce } from './handlers/relink-requests.js';
import { createHostCommands } from './io/host-commands.js';
import { teamDirectory } from './io/team-directory.js';
import { migrations } from './migrations/index.js';

export interface MatcherDeps {
  /** Connected with the schema `matcher`. */
  readonly db: Db;
  readonly bus: Bus;
  readonly shards: number;
  readonly instanceId: string;
  readonly timers: Timers;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Registry;
}

export type Matcher = Part & ShardReports;

/** The service: which session a host's event belongs to. */
export function createMatcher(deps: MatcherDeps): Matcher {
  const drops = new Counter({
    name: 'pitwall_hooks_dropped_total',
    help: 'Hooks that belong to no card, by reason.',
    labelNames: ['reason'],
    registers: [deps.metrics],
  });
  let live: (ShardReports & { stop(): Promise<void> }) | null = null;
  return {
    name: 'matcher',
    start: async () => {
      live = await startMatcher(deps, (reason, count) => drops.inc({ reason }, count));
    },
    stop: async () => {
      await live?.stop();
      live = null;
    },
    stats: () => live?.stats() ?? [],
    unpublished: async () => (await live?.unpublished()) ?? new Map(),
  };
}

async function startMatcher(deps: MatcherDeps, dropped: (reason: string, count: number) => void) {
  const { db, bus, shards, instanceId, timers, clock, log } = deps;
  await migrate(db, [...kitMigrations, ...migrations]);
  await Promise.all([HOST_STREAM, SESSION_STREAM, COMMAND_STREAM].map((stream) => bus.ensureStream(stream)));
  const commands = createHostCommands({ db, bus, clock, log, source: hostSource.stream });
  const teamOf = teamDirectory(bus);
  const served = new Map<number, () => Promise<void>>();

  const service = createShardService({
    db,
    bus,
    source: hostSource,
    handler: createHostHandler({ shards, timers, teamOf, committed: commands.noteCommitted, dropped }),
    shards,
    instanceId,
    log,
    clock,
    // Every message says how far back its host can still send: what is older is gone for ever.
    onGap: async ({ key, have, message }) => {
      if (message && message.oldest > have + 1) return { firstAvailable: message.oldest };
      await commands.resend(key, have + 1);
      return { firstAvailable: null };
    },
    onAcquire: (shard) => {
      const stops = [
        bus.serve(subjects.request('matcher', shard, 'resend'), (body) => {
          const { sessionId, from } = RESEND_SESSION.request.parse(body);
          return service.resend(shard, sessionId, from);
        }),
        bus.serve(subjects.request('matcher', shard, 'relink'), (body) => {
          const request = parseRequest(RELINK_SESSION.request, body);
          return service.runInShard(shard, (tx, inShard) => relinkOnce({ shards, teamOf }, request, tx, inShard));
        }),
      ];
      served.set(shard, async () => void (await Promise.all(stops.map((stop) => stop()))));
    },
    onRelease: async (shard) => {
      await served.get(shard)?.();
      served.delete(shard);
    },
  });
  await service.start();
  return {
    stats: () => service.stats(),
    unpublished: () => service.unpublished(),
    stop: async () => {
      await service.stop();
      await commands.stop();
    },
  };
}
