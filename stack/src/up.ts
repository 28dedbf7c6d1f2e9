import { rmSync } from 'node:fs';
import { runParts } from '@pitwall/service-kit';
import { readEnvironment, type StackEnvironment } from './config.js';
import { freePort, isPortFree } from './free-port.js';
import { type HeldHome, inHeldHome } from './held-home.js';
import { type HomeConfig, keepShards, protectHomeConfig, readHomeConfig } from './home-config.js';
import { type HomePaths, keptToken, writePorts } from './home.js';
import { createForeignNats, createNats, type Nats } from './nats.js';
import { createForeignPostgres, createPostgres, type Postgres } from './postgres.js';
import { SERVICES, type ServiceEntry, type ServicePart, type StackContext } from './services.js';
import { StackError } from './stack-error.js';
import type { StackLog } from './stack-log.js';

export interface UpOptions {
  readonly home: string;
  /** Instead of the one in config.json; 0 = any. */
  readonly port?: number;
  /** Progress, for a person. */
  readonly log: StackLog;
  /** Aborted while starting: what has been started is stopped again. */
  readonly signal?: AbortSignal;
  readonly environment?: StackEnvironment;
  /** Other services than the product's, for tests. */
  readonly services?: readonly (readonly ServiceEntry[])[];
}

export interface RunningStack {
  readonly url: string;
  readonly home: HomePaths;
  readonly ownerToken: string;
  /** Idempotent. */
  stop(): Promise<void>;
}

const claimPort = async (wished: number): Promise<number> => {
  if (wished === 0) return freePort();
  if (await isPortFree(wished)) return wished;
  throw new StackError(
    'PORT_IN_USE',
    `Port ${wished} on 127.0.0.1 is in use by another program.`,
    'Choose another: --port N, or "port" in config.json (0 = any free one).',
  );
};

/** Says how long the start took, and starts nothing once the person has given up. */
const timed = (part: ServicePart, { log, signal }: UpOptions): ServicePart => ({
  ...part,
  start: async () => {
    signal?.throwIfAborted();
    log(`starting ${part.name}…`);
    const begin = performance.now();
    await part.start();
    log(`${part.name} is up (${Math.round(performance.now() - begin)} ms)`);
  },
});

/** Neither server needs the other. If one fails, the other is stopped before the failure is told. */
const together = (name: string, parts: readonly ServicePart[]): ServicePart => {
  const stop = async () => {
    await Promise.all(parts.map((part) => part.stop()));
  };
  const start = async () => {
    const outcomes = await Promise.allSettled(parts.map((part) => part.start()));
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure === undefined) return;
    await stop();
    throw failure.reason;
  };
  return { name, start, stop };
};

/** A service is made when its turn comes, since only then do the servers have addresses. */
const deferred = ({ name, load }: ServiceEntry, context: () => StackContext): ServicePart => {
  const loading = load();
  loading.catch(() => undefined);
  let part: ServicePart | null = null;
  return {
    name,
    start: async () => {
      part = await (await loading)(context());
      await part.start();
    },
    stop: async () => part?.stop(),
  };
};

interface Servers {
  readonly postgres: Postgres;
  readonly nats: Nats;
}

const createServers = (home: HomePaths, config: HomeConfig, options: UpOptions): Servers => {
  const { log, environment = readEnvironment() } = options;
  const { postgres, nats, natsAccountSeed = null } = config;
  return {
    postgres: postgres === undefined ? createPostgres({ home, log }) : createForeignPostgres(postgres),
    nats:
      nats === undefined
        ? createNats({ home, environment, log })
        : createForeignNats({ url: nats, accountSeed: natsAccountSeed }),
  };
};

const startLocked = async ({ home, logFor }: HeldHome, options: UpOptions): Promise<RunningStack> => {
  protectHomeConfig(home);
  const config = readHomeConfig(home);
  keepShards(home, config);
  const gatewayPort = await claimPort(options.port ?? config.port);
  let hookPort = config.hookPort;
  const ownerToken = keptToken(home.ownerToken);
  const hookToken = keptToken(home.hookToken);
  const { postgres, nats } = createServers(home, config, options);
  const context = (): StackContext => ({
    ...{ home, config, gatewayPort, ownerToken, hookToken, logFor },
    noteHookPort: (port) => {
      hookPort = port;
    },
    ...{ issueServiceUser: nats.issueServiceUser, revokeUsers: nats.revokeUsers },
    ...{ postgresUrl: postgres.url(), natsUrl: nats.url(), natsAccountSeed: nats.accountSeed() },
  });
  const addresses: ServicePart = {
    name: 'addresses',
    start: async () =>
      writePorts(home, { gateway: gatewayPort, hook: hookPort, postgres: postgres.port(), nats: nats.port() }),
    // Clients that find no file know that nothing runs; after a kill they find out by asking.
    stop: async () => rmSync(home.ports, { force: true }),
  };
  const servers = together('servers', [
    timed({ name: 'postgres', ...postgres }, options),
    timed({ name: 'nats', ...nats }, options),
  ]);
  const rows = (options.services ?? SERVICES).map((row) =>
    together(
      row.map(({ name }) => name).join(', '),
      row.map((entry) => timed(deferred(entry, context), options)),
    ),
  );
  const running = await runParts([servers, ...rows, addresses], { log: logFor('stack') });
  return { url: `http://127.0.0.1:${gatewayPort}`, home, ownerToken, stop: () => running.stop() };
};

/** Starts everything for one home in this process, and holds the home's lock until `stop`. */
export const startStack = (options: UpOptions): Promise<RunningStack> =>
  inHeldHome(options.home, async (held) => {
    const stack = await startLocked(held, options);
    if (options.signal?.aborted) await stack.stop();
    options.signal?.throwIfAborted();
    return stack;
  });
