import { HEARTBEAT_MS, encodeMessage, subjects } from '@pitwall/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import { hostTime } from './host-time.js';
import type { Publisher } from './publisher.js';
import type { PtyHostLink } from './pty-host-link.js';

interface Deps {
  hostId: string;
  version: string;
  link: PtyHostLink;
  publisher: Publisher;
  terminals: () => number;
}

/** Tells over core NATS that the host is there, as long as its terminal host is. */
export function startHeartbeat(nc: NatsConnection, deps: Deps, ended: AbortSignal): void {
  const { hostId, version, link, publisher } = deps;
  const beat = (): void => {
    if (!link.isConnected() || nc.isClosed()) return;
    const { sent, written } = publisher.place();
    const t = hostTime(link.client().hello);
    const message = { v: 1, hostId, version, t, at: Date.now(), terminals: deps.terminals(), written, sent };
    nc.publish(subjects.heartbeat(hostId), encodeMessage(message));
  };
  beat();
  const timer = setInterval(beat, HEARTBEAT_MS);
  ended.addEventListener('abort', () => clearInterval(timer));
}
