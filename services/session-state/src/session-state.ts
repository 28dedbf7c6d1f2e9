import { SESSION_STREAM, COMMAND_STREAM, type Timers } from '@pitwall/contracts';
import {
  createHostWatch,
  createShardService,
  kitMigrations,
  migrate,
  type Bus,
  type Clock,
  type Db,
  type Log,
  type Part,
  type ShardReports,
} from '@pitwall/service-kit';
import { cardOf } from './core/card-of.js';
import type { Session } from './core/session.js';
import { createDeadlineChecks } from './handlers/deadline-checks.js';
import { askMatcher, createSessionHandler, sessionSource } from './handlers/session-events.js';
import { serveShard } from './handlers/session-requests.js';
import { createCardFeed } from './io/card-feed.js';
import { createDialogReporters } from './io/dialog-reporters.js';
import { sessionsOfShard } from './io/session-store.js';
import { migrations } from './migrations/index.js';

export interface SessionStateDeps {
  /** Connected with the schema `session_state`. */
  readonly db: Db;
  readonly bus: Bus;
  readonly shards: number;
  readonly instanceId: string;
  readonly timers: Timers;
  readonly clock: Clock;
  readonly log: Log;
}

export type SessionState = Part & ShardReports;

/** The service: sessions and their status, from the session log to the cards. */
export function createSessionState(deps: SessionStateDeps): SessionState {
  let live: (ShardReports & { stop(): Promise<void> }) | null = null;
  return {
    name: 'session-state',
    start: async () => {
      live = await startSessionState(deps);
    },
    stop: async () => {
      await live?.stop();
      live = null;
    },
    stats: () => live?.stats() ?? [],
    unpublished: async () => (await live?.unpublished()) ?? new Map(),
  };
}

async function startSessionState({ db, bus, shards, instanceId, timers, clock, log }: SessionStateDeps) {
  await migrate(db, [...kitMigrations, ...migrations]);
  await Promise.all([bus.ensureStream(SESSION_STREAM), bus.ensureStream(COMMAND_STREAM)]);
  const cards = await createCardFeed({ bus, log });
  const hosts = createHostWatch({ bus, clock, log });
  const reporters = await createDialogReporters({ db, clock, log });
  const showCard = (session: Session) => cardOf(session, { timers, reportsDialogs: reporters.has });
  const served = new Map<number, () => Promise<void>>();

  const rebuildCards = async (shard: number): Promise<void> => {
    for (const session of await sessionsOfShard(db, shard)) cards.push(showCard(session));
  };
  const service = createShardService({
    db,
    bus,
    source: sessionSource,
    handler: createSessionHandler({
      timers,
      showCard,
      reporters,
      pushCard: cards.push,
      noteDeadline: (hostId, dueT) => checks.note(hostId, dueT),
    }),
    shards,
    instanceId,
    log,
    clock,
    onGap: askMatcher(bus, shards),
    onAcquire: async (shard) => {
      served.set(shard, serveShard({ bus, service, hosts, showCard }, shard));
      await rebuildCards(shard);
    },
    onRelease: async (shard) => {
      await served.get(shard)?.();
      served.delete(shard);
    },
  });
  // A store that came back may be an older copy: what it lost is put again.
  const forgetReconnect = bus.onReconnect(() => {
    for (const shard of served.keys()) {
      rebuildCards(shard).catch((error: unknown) => log.warn({ err: error, shard }, 'cards were not rebuilt'));
    }
  });
  const checks = createDeadlineChecks({ db, service, hosts, clock, log, shards });
  await service.start();
  checks.start();

  return {
    stats: () => service.stats(),
    unpublished: () => service.unpublished(),
    stop: async () => {
      forgetReconnect();
      await checks.stop();
      await service.stop();
      hosts.stop();
      reporters.stop();
      await cards.stop();
    },
  };
}
