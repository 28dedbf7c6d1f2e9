import type { NatsConnection } from '@nats-io/transport-node';
import type { Log } from './log.js';

/** What a part may know about the connection. */
export interface Link {
  /** `since`: epoch ms of the last change; `generation` grows by one with every lost connection. */
  status(): { connected: boolean; since: number; generation: number };
  /** Calls `fn` exactly once per reconnect; the returned function takes it off. */
  onReconnect(fn: () => void): () => void;
  onDisconnect(fn: () => void): () => void;
}

type Listener = () => void;

function callEach(listeners: ReadonlySet<Listener>, log: Log): void {
  for (const listener of [...listeners]) {
    try {
      listener();
    } catch (error) {
      log.error({ err: error }, 'a connection listener failed');
    }
  }
}

/** Follows the connection's status until it is closed. */
export function watchLink(nc: NatsConnection, log: Log): Link {
  const state = { connected: true, since: Date.now(), generation: 0 };
  const reconnected = new Set<Listener>();
  const disconnected = new Set<Listener>();

  const lost = () => {
    if (!state.connected) return;
    Object.assign(state, { connected: false, since: Date.now(), generation: state.generation + 1 });
    log.warn({}, 'connection to NATS lost');
    callEach(disconnected, log);
  };
  const back = () => {
    if (state.connected) return;
    Object.assign(state, { connected: true, since: Date.now() });
    log.info({}, 'connection to NATS is back');
    callEach(reconnected, log);
  };
  const follow = async () => {
    for await (const status of nc.status()) {
      if (status.type === 'disconnect') lost();
      if (status.type === 'reconnect') back();
      if (status.type === 'error') log.warn({ err: status.error }, 'NATS reported an error');
    }
    state.connected = false;
  };
  follow().catch((error: unknown) => log.error({ err: error }, 'the watch of the NATS connection ended'));

  const register = (listeners: Set<Listener>) => (fn: Listener) => {
    listeners.add(fn);
    return () => void listeners.delete(fn);
  };
  return { status: () => ({ ...state }), onReconnect: register(reconnected), onDisconnect: register(disconnected) };
}
