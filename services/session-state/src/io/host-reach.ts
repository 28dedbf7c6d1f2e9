import { UNREACHABLE_AFTER_MS, heartbeat, subjects, type HostId } from '@pitwall/contracts';
import type { Bus, Clock, Log } from '@pitwall/service-kit';
import type { HostTime } from './session-store.js';

/** Which hosts are in reach, and what time it is on them, by their heartbeats. */
export interface HostReach {
  reachable(): HostId[];
  isReachable(hostId: HostId): boolean;
  /** Host time now of every host in reach. */
  times(): HostTime[];
  /** False until every host had time for a heartbeat: before that, silence means nothing. */
  settled(): boolean;
  stop(): void;
}

export function createHostReach({ bus, clock, log }: { bus: Bus; clock: Clock; log: Log }): HostReach {
  const startedAt = clock.mono();
  const seen = new Map<HostId, { at: number; t: number }>();
  const subscription = bus.nc.subscribe(subjects.heartbeats, {
    callback: (error, message) => {
      if (error) return;
      try {
        const beat = heartbeat.parse(message.data);
        seen.set(beat.hostId, { at: clock.mono(), t: beat.t });
      } catch (cause) {
        log.warn({ err: cause, subject: message.subject }, 'malformed heartbeat');
      }
    },
  });
  const isFresh = ({ at }: { at: number }): boolean => clock.mono() - at < UNREACHABLE_AFTER_MS;

  return {
    reachable: () => [...seen].filter(([, beat]) => isFresh(beat)).map(([hostId]) => hostId),
    isReachable: (hostId) => {
      const beat = seen.get(hostId);
      return beat !== undefined && isFresh(beat);
    },
    times: () =>
      [...seen]
        .filter(([, beat]) => isFresh(beat))
        .map(([hostId, beat]) => ({ hostId, nowT: beat.t + (clock.mono() - beat.at) })),
    settled: () => clock.mono() - startedAt > UNREACHABLE_AFTER_MS,
    stop: () => subscription.unsubscribe(),
  };
}
