import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Publisher } from '../../src/daemon/publisher.js';
import { createRollbackWatch } from '../../src/daemon/rollback-watch.js';

describe('after the bus was away', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const watchOf = (sent: number) => {
    const rewinds: number[] = [];
    const publisher: Publisher = {
      run: () => Promise.resolve(),
      onReturn: () => undefined,
      rewind: (from) => void rewinds.push(from),
      place: () => ({ sent, written: sent, oldest: 5 }),
    };
    return { rewinds, watch: createRollbackWatch(publisher) };
  };

  it('sends again what nobody commits, ever more rarely', () => {
    const { rewinds, watch } = watchOf(9);
    watch.onReturn();
    jest.advanceTimersByTime(9_999);
    expect(rewinds).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(rewinds).toEqual([5]);
    jest.advanceTimersByTime(20_000);
    expect(rewinds).toEqual([5, 5]);
    jest.advanceTimersByTime(39_999);
    expect(rewinds).toEqual([5, 5]);
    watch.stop();
  });

  it('leaves it once all is committed, and when nothing is open', () => {
    const { rewinds, watch } = watchOf(9);
    watch.onReturn();
    jest.advanceTimersByTime(9_000);
    watch.onTrim(7);
    jest.advanceTimersByTime(9_000);
    watch.onTrim(9);
    jest.advanceTimersByTime(600_000);
    expect(rewinds).toEqual([]);
    const idle = watchOf(4);
    idle.watch.onReturn();
    jest.advanceTimersByTime(600_000);
    expect(idle.rewinds).toEqual([]);
  });
});
