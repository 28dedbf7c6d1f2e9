import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { COMMAND_STREAM, TEAM_OF_HOST, subjects, type TeamId } from '@pitwall/contracts';
import {
  busCheck,
  createHealth,
  createHostWatch,
  databaseCheck,
  healthLine,
  kitMigrations,
  migrate,
  type Bus,
  type Clock,
  type Db,
  type Log,
  type Part,
} from '@pitwall/service-kit';
import { createCardFeed } from './feeds/cards.js';
import { createDelayFeed } from './feeds/delay.js';
import { createHostFeed } from './feeds/hosts.js';
import { createHostEnrolment } from './hosts/host-enrolment.js';
import { createHttpServer } from './http/server.js';
import { createBrowserLogin } from './http/browser-login.js';
import { loopbackNames } from './http/trust.js';
import { ensureTeam, teamOfHost } from './io/directory-store.js';
import { createStackMetrics } from './io/stack-metrics.js';
import { createRelink } from './io/matcher-client.js';
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
  readonly metrics: Registry;
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
  const health = createHealth();
  for (const check of [busCheck(bus), databaseCheck(db)]) health.register(check);
  const delayFeed = createDelayFeed({ bus, hosts, health, clock, log });
  const login = createBrowserLogin(db, () => port);
  const context = {
    ...{ db, bus, cards, hosts, health, hostFeed, delayFeed, enrolment, login, clock, log },
    homeTeam: HOME_TEAM,
    sessions: createSessionClient(bus, shards),
    relink: createRelink(bus, shards),
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
    metrics: createStackMetrics({
      bus,
      log,
      hosts,
      own: deps.metrics,
      subscribers: () => cards.subscribers() + hostFeed.subscribers() + delayFeed.subscribers(),
    }),
    ready: async () => {
      const report = await health.report();
      return { ok: report.ok, detail: healthLine(report, 'ready') };
    },
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
      delayFeed.stop();
      hosts.stop();
      await cards.stop();
    },
  };
}
