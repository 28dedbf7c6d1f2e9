import { describe, expect, it } from '@jest/globals';
import { createLog } from '@pitwall/service-kit';
import { createFakeClock } from '@pitwall/service-kit/testing';
import { createSleeper } from '../../src/io/sleeper.js';

const log = createLog({ service: 'test', level: 'silent' });
const settled = () => new Promise((resolve) => setImmediate(resolve));

const start = (work: () => Promise<number>) => {
  const clock = createFakeClock();
  return { clock, sleeper: createSleeper({ clock, log, label: 'work' }, work) };
};

describe('a sleeper', () => {
  it('works again after as long as the work says', async () => {
    let done = 0;
    const { clock, sleeper } = start(async () => {
      done += 1;
      return 100;
    });
    sleeper.wakeIn(0);
    clock.advance(0);
    await settled();
    clock.advance(99);
    await settled();
    expect(done).toBe(1);
    clock.advance(1);
    await settled();
    expect(done).toBe(2);
    await sleeper.stop();
    expect(clock.pending()).toBe(0);
  });

  it('is woken sooner, and never later, than it planned', async () => {
    let done = 0;
    const { clock, sleeper } = start(async () => {
      done += 1;
      return 1_000;
    });
    sleeper.wakeIn(1_000);
    sleeper.wakeIn(10);
    sleeper.wakeIn(500);
    clock.advance(10);
    await settled();
    expect(done).toBe(1);
    await sleeper.stop();
  });

  it('does not miss a wake that comes while it works', async () => {
    let release = (): void => undefined;
    let done = 0;
    const { clock, sleeper } = start(async () => {
      done += 1;
      if (done === 1) await new Promise<void>((resolve) => (release = resolve));
      return 60_000;
    });
    sleeper.wakeIn(0);
    clock.advance(0);
    sleeper.wakeIn(20);
    release();
    await settled();
    clock.advance(20);
    await settled();
    expect(done).toBe(2);
    await sleeper.stop();
  });

  it('goes on after a failure', async () => {
    let tries = 0;
    const { clock, sleeper } = start(async () => {
      tries += 1;
      throw new Error('no database');
    });
    sleeper.wakeIn(0);
    clock.advance(0);
    await settled();
    clock.advance(1_000);
    await settled();
    expect(tries).toBe(2);
    await sleeper.stop();
  });
});
