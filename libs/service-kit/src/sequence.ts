/** Anything with a place in the log of a key; null when it has none that can be told. */
export interface Sequenced {
  readonly key: string | null;
  readonly seq: number | null;
}

export interface Sorted<T> {
  /** In order; each is the next of its key, or has no key. */
  readonly accepted: readonly T[];
  /** Messages behind which others are missing. They are dropped: the sender sends them again. */
  readonly gaps: readonly T[];
  /** At or below the watermark of their key. */
  readonly duplicates: readonly T[];
  /** New watermarks of the keys that advanced. */
  readonly marks: ReadonlyMap<string, number>;
}

/** Decides by the sequence inside the messages, never by that of the stream, what is new. */
export function sortBySequence<T extends Sequenced>(
  items: readonly T[],
  marks: ReadonlyMap<string, number>,
): Sorted<T> {
  const accepted: T[] = [];
  const gaps: T[] = [];
  const duplicates: T[] = [];
  const advanced = new Map<string, number>();
  for (const item of items) {
    if (item.key === null || item.seq === null) {
      accepted.push(item);
      continue;
    }
    const mark = advanced.get(item.key) ?? marks.get(item.key) ?? 0;
    if (item.seq <= mark) duplicates.push(item);
    else if (item.seq > mark + 1) gaps.push(item);
    else {
      accepted.push(item);
      advanced.set(item.key, item.seq);
    }
  }
  return { accepted, gaps, duplicates, marks: advanced };
}
