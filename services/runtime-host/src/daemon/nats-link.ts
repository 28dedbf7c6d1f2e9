import { jetstream, type JetStreamClient } from '@nats-io/jetstream';
import { connect, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { setTimeout as wait } from 'node:timers/promises';
import type { HostConnection } from '@pitwall/contracts';
import type { Logger } from '../logger.js';

/** What a host needs for the bus, and the seed of its own key, which never leaves it. Without `jwt` no one is asked who it is. */
export type BusAccess = Pick<HostConnection, 'hostId' | 'natsServers' | 'shards' | 'serverTime'> & {
  jwt: string | null;
  seed: string | null;
};

export interface Bus {
  nc: NatsConnection;
  js: JetStreamClient;
}

export interface NatsLink {
  start(): void;
  isConnected(): boolean;
  /** Called with every new connection; the signal ends when that one is closed for good. */
  onBus(listener: (bus: Bus, ended: AbortSignal) => void): void;
  /** Called when the link came back after it was down. */
  onReturn(listener: () => void): void;
  stop(): Promise<void>;
}

const RETRY_MS = 1000;

/** The link to the bus: there again by itself whenever the server is. */
export function createNatsLink(access: BusAccess, log: Logger): NatsLink {
  const busListeners: ((bus: Bus, ended: AbortSignal) => void)[] = [];
  const returnListeners: (() => void)[] = [];
  let current: NatsConnection | null = null;
  let connected = false;
  let isStopped = false;

  const watchStatus = async (nc: NatsConnection): Promise<void> => {
    for await (const status of nc.status()) {
      if (status.type === 'disconnect') {
        connected = false;
        log.warn({}, 'the bus is out of reach; events wait in the spool');
      }
      if (status.type === 'reconnect') {
        connected = true;
        log.info({}, 'the bus is back');
        for (const listener of returnListeners) listener();
      }
    }
  };

  const open = (): Promise<NatsConnection> =>
    connect({
      servers: access.natsServers,
      name: `runtime-host ${access.hostId}`,
      inboxPrefix: `_INBOX_${access.hostId}`,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      reconnectJitter: 100,
      // The first try may come before the server listens.
      waitOnFirstConnect: true,
      ignoreAuthErrorAbort: true,
      pingInterval: 5000,
      maxPingOut: 2,
      ...(access.jwt !== null && access.seed !== null
        ? { authenticator: jwtAuthenticator(access.jwt, new TextEncoder().encode(access.seed)) }
        : {}),
    });

  const run = async (): Promise<void> => {
    while (!isStopped) {
      try {
        const nc = await open();
        if (isStopped) return await nc.close();
        current = nc;
        connected = true;
        log.info({ server: nc.getServer() }, 'connected to the bus');
        const ended = new AbortController();
        void watchStatus(nc);
        for (const listener of busListeners) listener({ nc, js: jetstream(nc, { checkAPI: false }) }, ended.signal);
        await nc.closed();
        connected = false;
        ended.abort();
      } catch (error) {
        log.warn({ error }, 'the bus refused this host; trying again');
      }
      if (!isStopped) await wait(RETRY_MS);
    }
  };

  return {
    start: () => void run(),
    isConnected: () => connected,
    onBus: (listener) => void busListeners.push(listener),
    onReturn: (listener) => void returnListeners.push(listener),
    stop: async () => {
      isStopped = true;
      await current?.close();
    },
  };
}
