import type { Arrival, Place } from './arrival.js';

/** A key of which messages are missing. */
export interface Gap<M> {
  readonly key: string;
  /** Sequence of the first message that came too early, and the message; null when malformed. */
  readonly got: number;
  readonly message: M | null;
  /** The highest sequence seen; the gap is closed when the watermark is there. */
  readonly highest: number;
  /** Reading on from here sees the gap again. */
  readonly before: Place;
  readonly askAt: number;
  readonly asked: number;
}

export interface OpenGaps<M> {
  note(arrival: Arrival<M>, now: number): void;
  /** Closes what the new watermarks have reached. */
  advance(marks: ReadonlyMap<string, number>): void;
  /** `last`, or earlier: an instance that takes over must see every open gap again. */
  resumeAt(last: Place): Place;
  /** Gaps to ask about now; each is due again after a pause that grows while nothing comes. */
  due(now: number, limit: number): Gap<M>[];
  nextAskAt(): number | null;
  find(key: string): Gap<M> | undefined;
  readonly size: number;
  clear(): void;
}

/** A sender answers within a round trip; asking more often than this would only repeat its work. */
const ASK_EVERY_MS = 500;
/** A sender that is away for hours is not asked twice a second by every one of its keys. */
const ASK_AT_MOST_EVERY_MS = 4_000;

/** Which keys miss messages, and when to ask for them. In memory: whoever takes over finds them by reading on. */
export function createOpenGaps<M>(): OpenGaps<M> {
  const gaps = new Map<string, Gap<M>>();
  return {
    note: (arrival, now) => {
      const { key, seq, content, before } = arrival;
      if (key === null || seq === null) return;
      const known = gaps.get(key);
      const message = content.ok ? content.message : null;
      const fresh: Gap<M> = { key, got: seq, message, highest: seq, before, askAt: now, asked: 0 };
      gaps.set(key, known ? { ...known, highest: Math.max(known.highest, seq) } : fresh);
    },
    advance: (marks) => {
      for (const [key, seq] of marks) {
        const gap = gaps.get(key);
        if (gap && seq >= gap.highest) gaps.delete(key);
        else if (gap) gaps.set(key, { ...gap, asked: 0 });
      }
    },
    resumeAt: (last) => {
      let place = last;
      for (const { before } of gaps.values()) if (before.streamSeq < place.streamSeq) place = before;
      return place;
    },
    due: (now, limit) => {
      const due = [...gaps.values()].filter(({ askAt }) => askAt <= now).slice(0, limit);
      for (const gap of due) {
        const wait = Math.min(ASK_AT_MOST_EVERY_MS, ASK_EVERY_MS * 2 ** Math.min(gap.asked, 3));
        gaps.set(gap.key, { ...gap, askAt: now + wait, asked: gap.asked + 1 });
      }
      return due;
    },
    nextAskAt: () => (gaps.size === 0 ? null : Math.min(...[...gaps.values()].map(({ askAt }) => askAt))),
    find: (key) => gaps.get(key),
    get size() {
      return gaps.size;
    },
    clear: () => gaps.clear(),
  };
}
