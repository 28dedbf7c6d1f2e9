export interface WallTimes {
  /** What both clocks show now, ms. */
  note(at: number, t: number): void;
  /** The host time at which the wall clock showed this. */
  toHostTime(at: number): number;
}

/** A jump; less is how exactly two clocks can be read one after the other. */
const JUMP_MS = 250;
const MAX_SPANS = 64;

/**
 * Files carry wall clock times, which jump when the clock is set or the machine has slept; host time does neither.
 * So it's remembered how far apart the two were from when on.
 */
export function createWallTimes(): WallTimes {
  const spans: { from: number; apart: number }[] = [];
  return {
    note: (at, t) => {
      const last = spans.at(-1);
      if (last && Math.abs(at - t - last.apart) < JUMP_MS) return;
      spans.push({ from: at, apart: at - t });
      if (spans.length > MAX_SPANS) spans.shift();
    },
    toHostTime: (at) => {
      const span = spans.findLast(({ from }) => from <= at) ?? spans[0];
      return at - (span?.apart ?? 0);
    },
  };
}
