import { UNREACHABLE_AFTER_MS, heartbeat, subjects, type Heartbeat } from '@pitwall/contracts';
import type { Bus } from './bus.js';
import type { Clock } from './clock.js';
import type { Log } from './log.js';

export interface HostSign {
  /** The newest heartbeat. */
  readonly beat: Heartbeat;
  /** When it came, server time, epoch ms. */
  readonly seenAt: number;
  readonly reachable: boolean;
  /** Host time now, ms; reckoned from the heartbeat. */
  readonly nowT: number;
}

/** Which hosts are in reach and what time it is on them, by their heartbeats over core NATS. */
export interface HostWatch {
  get(hostId: string): HostSign | undefined;
  isReachable(hostId: string): boolean;
  reachable(): HostSign[];
  all(): HostSign[];
  /** False until every host had time for a heartbeat: before that, silence means nothing. */
  settled(): boolean;
  stop(): void;
}

export function createHostWatch({ bus, clock, log }: { bus: Bus; clock: Clock; log: Log }): HostWatch {
  const startedAt = clock.mono();
  const seen = new Map<string, { beat: Heartbeat; seenAt: number; mono: number }>();
  const subscription = bus.nc.subscribe(subjects.heartbeats, {
    callback: (error, message) => {
      if (error) return log.error({ err: error }, 'heartbeats can not be heard');
      try {
        const beat = heartbeat.parse(message.data);
        seen.set(beat.hostId, { beat, seenAt: clock.now(), mono: clock.mono() });
      } catch (cause) {
        log.warn({ err: cause, subject: message.subject }, 'malformed heartbeat');
      }
    },
  });
  const all = (): HostSign[] =>
    [...seen.values()].map(({ beat, seenAt, mono }) => {
      const age = clock.mono() - mono;
      return { beat, seenAt, reachable: age < UNREACHABLE_AFTER_MS, nowT: beat.t + age };
    });
  const get = (hostId: string): HostSign | undefined => all().find((sign) => sign.beat.hostId === hostId);

  return {
    get,
    all,
    isReachable: (hostId) => get(hostId)?.reachable ?? false,
    reachable: () => all().filter((sign) => sign.reachable),
    settled: () => clock.mono() - startedAt > UNREACHABLE_AFTER_MS,
    stop: () => subscription.unsubscribe(),
  };
}
