/** An async iterator over the newest value of each key: a slow reader skips quick changes and never grows a queue. */
export interface LatestOfEach<T> extends AsyncIterableIterator<T> {
  push(key: string, value: T): void;
  return(): Promise<IteratorResult<T>>;
}

/** `onReturn` runs once, whenever the reader leaves, even before its first value. */
export function latestOfEach<T>(onReturn: () => void): LatestOfEach<T> {
  const pending = new Map<string, T>();
  let wake: ((result: IteratorResult<T>) => void) | null = null;
  let done = false;

  const take = (): IteratorResult<T> | null => {
    const first = pending.entries().next();
    if (first.done) return null;
    const [key, value] = first.value;
    pending.delete(key);
    return { value, done: false };
  };
  const end = async (): Promise<IteratorResult<T>> => {
    if (!done) {
      done = true;
      pending.clear();
      onReturn();
      wake?.({ value: undefined, done: true });
      wake = null;
    }
    return { value: undefined, done: true };
  };

  return {
    push(key, value) {
      if (done) return;
      if (wake) {
        const deliver = wake;
        wake = null;
        deliver({ value, done: false });
      } else pending.set(key, value);
    },
    next() {
      if (done) return end();
      const ready = take();
      if (ready) return Promise.resolve(ready);
      return new Promise((resolve) => {
        wake = resolve;
      });
    },
    return: end,
    throw: end,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
