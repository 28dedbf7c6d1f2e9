import type { Clock } from '../clock.js';

export interface FakeClock extends Clock {
  /** Moves both clocks on and fires what is due, in order of its time. */
  advance(ms: number): void;
  /** Moves the wall clock alone, as an NTP correction does. */
  setWall(epochMs: number): void;
  /** Timers that wait. */
  pending(): number;
}

interface Timer {
  readonly at: number;
  readonly fn: () => void;
}

/** A clock that moves only by `advance`. */
export function createFakeClock(startMs = Date.UTC(2030, 0, 1)): FakeClock {
  let wall = startMs;
  let mono = 0;
  const timers = new Set<Timer>();
  const move = (ms: number) => {
    wall += ms;
    mono += ms;
  };
  return {
    now: () => wall,
    mono: () => mono,
    setTimer: (ms, fn) => {
      const timer = { at: mono + Math.max(0, ms), fn };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance: (ms) => {
      const until = mono + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        move(next.at - mono);
        timers.delete(next);
        next.fn();
      }
      move(until - mono);
    },
    setWall: (epochMs) => void (wall = epochMs),
    pending: () => timers.size,
  };
}
