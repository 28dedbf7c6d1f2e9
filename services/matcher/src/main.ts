import { VERSION } from '@pitwall/contracts';
import { createLog, createServicePart, healthPlace, runService, systemClock } from '@pitwall/service-kit';
import { readConfig } from './config.js';
import { createMatcher } from './matcher.js';

const config = readConfig();
const log = createLog({ service: 'matcher', level: config.PITWALL_LOG_LEVEL });
const { PITWALL_SHARDS: shards, PITWALL_TIMERS: timers } = config;

const matcher = createServicePart({
  name: 'matcher',
  schema: 'matcher',
  databaseUrl: config.PITWALL_DATABASE_URL,
  maxConnections: config.PITWALL_DATABASE_CONNECTIONS,
  natsServers: config.PITWALL_NATS_SERVERS.split(','),
  credentials: async () => config.PITWALL_NATS_CREDS,
  version: VERSION,
  healthAt: healthPlace(config),
  log,
  create: (connected) => createMatcher({ ...connected, shards, timers, clock: systemClock }),
});

process.exitCode = await runService([matcher], { log });
