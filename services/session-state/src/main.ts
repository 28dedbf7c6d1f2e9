import { VERSION } from '@pitwall/contracts';
import { createLog, createServicePart, healthPlace, runService, systemClock } from '@pitwall/service-kit';
import { readConfig } from './config.js';
import { createSessionState } from './session-state.js';

const config = readConfig();
const log = createLog({ service: 'session-state', level: config.PITWALL_LOG_LEVEL });
const { PITWALL_SHARDS: shards, PITWALL_TIMERS: timers } = config;

const sessionState = createServicePart({
  name: 'session-state',
  schema: 'session_state',
  databaseUrl: config.PITWALL_DATABASE_URL,
  maxConnections: config.PITWALL_DATABASE_CONNECTIONS,
  natsServers: config.PITWALL_NATS_SERVERS.split(','),
  credentials: async () => config.PITWALL_NATS_CREDS,
  version: VERSION,
  healthAt: healthPlace(config),
  log,
  create: (connected) => createSessionState({ ...connected, shards, timers, clock: systemClock }),
});

process.exitCode = await runService([sessionState], { log });
