import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Gauge } from 'prom-client';
import { COMMAND_STREAM, TEAM_OF_HOST, subjects, type TeamId } from '@pitwall/contracts';
import {
  createHostWatch,
  createMetrics,
  kitMigrations,
  migrate,
  rowsOf,
  type Bus,
  type Clock,
  type Db,
  type HostWatch,
  type Log,
  type Part,
} from '@pitwall/service-kit';
import { createCardFeed } from './feeds/cards.js';
import { createHostFeed } from './feeds/hosts.js';
import { createHostEnrolment } from './hosts/host-enrolment.js';
import { createHttpServer } from './http/server.js';
import { createBrowserLogin } from './http/browser-login.js';
import { loopbackNames } from './http/trust.js';
import { ensureTeam, teamOfHost } from './io/directory-store.js';
import { createSessionClient } from './io/session-client.js';
import { migrations } from './migrations/index.js';

/** The team of a stack that nobody has divided into teams. */
export const HOME_TEAM = 'home' as TeamId;

export interface GatewayDeps {
  /** Connected with the schema `directory`. */
  readonly db: Db;
  readonly bus: Bus;
  readonly shards: number;
  /** On 127.0.0.1; 0 = any free one. */
  readonly port: number;
  readonly listenAddress: string;
  /** Further names under which people reach this server, with port. */
  readonly publicNames: readonly string[];
  readonly ownerToken: string;
  /** Folder of the built dashboard. */
  readonly dashboard: string;
  readonly natsServers: readonly string[];
  readonly accountSeed: string;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Gateway extends Part {
  port(): number;
}

export function createGateway(deps: GatewayDeps): Gateway {
  let live: Awaited<ReturnType<typeof startGateway>> | null = null;
  const demand = () => {
    if (!live) throw new Error('the gateway has not been started');
    return live;
  };
  return {
    name: 'gateway',
    start: async () => {
      live = await startGateway(deps);
    },
    stop: async () => {
      await live?.stop();
      live = null;
    },
    port: () => demand().port,
  };
}

async function startGateway(deps: GatewayDeps) {
  const { db, bus, shards, clock, log } = deps;
  await migrate(db, [...kitMigrations, ...migrations]);
  await ensureTeam(db, HOME_TEAM, 'Home');
  await bus.ensureStream(COMMAND_STREAM);
  const cards = await createCardFeed({ bus, log });
  const hosts = createHostWatch({ bus, clock, log });
  const hostFeed = createHostFeed({ db, hosts, log });
  const enrolment = createHostEnrolment(deps);
  let port = deps.port;
  const login = createBrowserLogin(db, () => port);
  const context = {
    ...{ db, bus, cards, hosts, hostFeed, enrolment, login, clock, log },
    homeTeam: HOME_TEAM,
    sessions: createSessionClient(bus, shards),
  };
  const stopDirectory = bus.serve(
    subjects.directory('team-of-host'),
    async (body) => {
      const { hostId } = TEAM_OF_HOST.request.parse(body);
      // A host that the directory lost (a database of old) keeps its sessions where its owner sees them.
      return { team: (await teamOfHost(db, hostId)) ?? HOME_TEAM };
    },
    { queue: 'directory' },
  );
  const http = createHttpServer({
    context,
    enrolment,
    login,
    dashboard: deps.dashboard,
    trust: {
      ownerToken: deps.ownerToken,
      isBrowser: login.knows,
      hosts: () => new Set([...loopbackNames(port), ...deps.publicNames]),
    },
    metrics: gatewayMetrics(hosts, () => cards.subscribers() + hostFeed.subscribers()),
    ready: () => readiness(db, bus),
  });
  http.server.listen(deps.port, deps.listenAddress);
  await once(http.server, 'listening');
  port = (http.server.address() as AddressInfo).port;

  return {
    port,
    stop: async () => {
      await http.stop();
      await stopDirectory();
      hostFeed.stop();
      hosts.stop();
      await cards.stop();
    },
  };
}

async function readiness(db: Db, bus: Bus): Promise<{ ok: boolean; detail: string }> {
  if (!bus.status().connected) return { ok: false, detail: 'NATS is not connected' };
  try {
    await rowsOf(db, 'select 1');
    return { ok: true, detail: 'ready' };
  } catch {
    return { ok: false, detail: 'Postgres does not answer' };
  }
}

/** What the hosts count reaches monitors through their heartbeats: a host has no port that a monitor could ask. */
function gatewayMetrics(hosts: HostWatch, subscribers: () => number) {
  const metrics = createMetrics({ service: 'gateway', processMetrics: true });
  new Gauge({
    name: 'pitwall_subscriptions',
    help: 'Open subscriptions.',
    registers: [metrics],
    collect() {
      this.set(subscribers());
    },
  });
  new Gauge({
    name: 'pitwall_host_counter',
    help: 'Counters of the hosts since their start, as told by their heartbeats.',
    labelNames: ['host', 'counter'],
    registers: [metrics],
    collect() {
      for (const { beat } of hosts.all()) {
        for (const [counter, value] of Object.entries(beat.counters)) this.set({ host: beat.hostId, counter }, value);
        this.set({ host: beat.hostId, counter: 'spool_waiting' }, Math.max(0, beat.written - beat.sent));
      }
    },
  });
  return metrics;
}
