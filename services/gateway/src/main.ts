import { VERSION } from '@pitwall/contracts';
import { createLog, createServicePart, runService, systemClock } from '@pitwall/service-kit';
import { readConfig } from './config.js';
import { createGateway } from './gateway.js';

const config = readConfig();
const log = createLog({ service: 'gateway', level: config.PITWALL_LOG_LEVEL });
const natsServers = config.PITWALL_NATS_SERVERS.split(',');
const forHosts = config.PITWALL_HOST_NATS_SERVERS;

const gateway = createServicePart({
  name: 'gateway',
  schema: 'directory',
  databaseUrl: config.PITWALL_DATABASE_URL,
  maxConnections: config.PITWALL_DATABASE_CONNECTIONS,
  natsServers,
  credentials: async () => config.PITWALL_NATS_CREDS,
  version: VERSION,
  log,
  create: (connected) =>
    createGateway({
      ...connected,
      shards: config.PITWALL_SHARDS,
      port: config.PITWALL_PORT,
      listenAddress: config.PITWALL_LISTEN,
      publicNames: config.PITWALL_PUBLIC_NAMES,
      ownerToken: config.PITWALL_OWNER_TOKEN,
      dashboard: config.PITWALL_DASHBOARD,
      natsServers: forHosts.length > 0 ? forHosts : natsServers,
      accountSeed: config.PITWALL_NATS_ACCOUNT_SEED,
      clock: systemClock,
    }),
});

process.exitCode = await runService([gateway], { log });
