import { encodeMessage, subjects } from '@pitwall/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { HostStats } from '../control/protocol.js';
import { hostTime } from './host-time.js';
import type { Pulse } from './pulse.js';
import type { Publisher } from './publisher.js';
import type { PtyHostLink } from './pty-host-link.js';

interface Deps {
  hostId: string;
  version: string;
  link: PtyHostLink;
  pulse: Pulse;
  publisher: Publisher;
  terminals: () => number;
}

/** Tells over core NATS that the host is there, as long as its terminal host is, and answers. */
export function startHeartbeat(nc: NatsConnection, deps: Deps, ended: AbortSignal): void {
  const { hostId, version, link, pulse, publisher } = deps;
  const beat = (): void => {
    if (!link.isConnected() || !pulse.answers() || nc.isClosed()) return;
    const { sent, written } = publisher.place();
    const t = hostTime(link.client().hello);
    const stats = pulse.stats();
    const counters = stats ? countersOf(stats) : {};
    const message = { v: 1, hostId, version, t, at: Date.now(), terminals: deps.terminals(), written, sent, counters };
    nc.publish(subjects.heartbeat(hostId), encodeMessage(message));
  };
  beat();
  ended.addEventListener('abort', pulse.onAnswer(beat));
}

/** What monitors see of a host, by name; refusals by reason. */
function countersOf({ log, hooks, held, rssBytes }: HostStats): Record<string, number> {
  const refused = Object.entries(hooks.refused).map(([reason, count]) => [`hooks_refused_${reason}`, count] as const);
  return {
    hooks_received: hooks.received,
    ...Object.fromEntries(refused),
    requests_held: held,
    spool_bytes: log.bytes,
    spool_records_bad: log.bad,
    spool_write_failures: log.writeFailures,
    spool_dropped: log.dropped,
    pty_host_rss_bytes: rssBytes,
  };
}
