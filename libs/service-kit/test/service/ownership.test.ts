import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@pitwall/service-kit';
import type { Clock } from '@pitwall/service-kit';
import { eventually } from '@pitwall/service-kit/testing';
import { SHARDS, createWorld, range, startEngines, storyHandler, values } from './fixture.js';
import type { Engines, Instance, World } from './fixture.js';

let engines: Engines;
let world: World;
beforeAll(async () => void (engines = await startEngines()));
afterAll(() => engines.stop());
beforeEach(async () => void (world = await createWorld(engines)));
afterEach(() => world.stop());

const owned = ({ service }: Instance) => range(0, SHARDS - 1).filter((shard) => service.owns(shard));
const hasOwned = (instance: Instance, count: number, timeoutMs = 5_000) =>
  eventually(() => expect(owned(instance)).toHaveLength(count), { timeoutMs });

/** A clock whose timers never fire once it is stopped: as a paused process it renews nothing. */
function stoppableClock(): Clock & { stop(): void } {
  let stopped = false;
  return {
    ...systemClock,
    setTimer: (ms, fn) => systemClock.setTimer(ms, () => void (stopped || fn())),
    stop: () => void (stopped = true),
  };
}

describe('who owns which shard', () => {
  it('is balanced between two and then three instances, and back to one', async () => {
    const a = await world.instance('a');
    await hasOwned(a, SHARDS);
    const b = await world.instance('b');
    await hasOwned(a, 2);
    await hasOwned(b, 2);
    const c = await world.instance('c');
    await hasOwned(c, 1);
    await eventually(() => expect([...owned(a), ...owned(b), ...owned(c)].sort()).toEqual([0, 1, 2, 3]));
    await b.stop();
    await c.stop();
    await hasOwned(a, SHARDS);
  });

  it('goes over at once when an instance stops', async () => {
    const a = await world.instance('a');
    await hasOwned(a, SHARDS);
    const b = await world.instance('b');
    await hasOwned(b, 2);
    await a.stop();
    const stopped = performance.now();
    await hasOwned(b, SHARDS);
    expect(performance.now() - stopped).toBeLessThan(900);
  });

  it('goes over within 4 s when an instance is killed, and nothing is lost or doubled', async () => {
    const clock = stoppableClock();
    const a = await world.instance('a', { clock });
    await hasOwned(a, SHARDS);
    const b = await world.instance('b');
    await hasOwned(b, 2);
    await hasOwned(a, 2);
    const keys = range(1, 8).map((n) => `h${n}`);
    await Promise.all(keys.map((key) => world.tell(key, range(1, 20))));
    clock.stop();
    await a.vanish();
    const killed = performance.now();
    await Promise.all(keys.map((key) => world.tell(key, range(21, 40))));
    await hasOwned(b, SHARDS);
    expect(performance.now() - killed).toBeLessThan(4_000);
    for (const key of keys)
      await eventually(async () => expect((await world.story(key)).values).toEqual(values(1, 40)));
    await eventually(async () => {
      const echoes = await world.echoes();
      for (const key of keys) expect(echoes.get(key)).toEqual(range(1, 40));
    });
    await a.service.stop().catch(() => undefined);
  });

  it('is checked in every transaction: an owner that was paused inside one can not write', async () => {
    const clock = stoppableClock();
    let release = () => {};
    const paused = new Promise<void>((resolve) => (release = resolve));
    let holding = false;
    const good = storyHandler();
    const handler = storyHandler({
      save: async (tx, states, context) => {
        await good.save(tx, states, context);
        if (states.has('h1') && !holding) {
          holding = true;
          clock.stop();
          await paused;
        }
      },
    });
    const a = await world.instance('a', { clock, handler });
    await hasOwned(a, SHARDS);
    await world.tell('h1', range(1, 10));
    await eventually(() => holding);
    const b = await world.instance('b');
    await eventually(async () => expect((await world.story('h1')).values).toEqual(values(1, 10)), { timeoutMs: 9_000 });
    release();
    await world.tell('h1', range(11, 20));
    await eventually(async () => expect((await world.story('h1')).values).toEqual(values(1, 20)));
    await eventually(async () => expect((await world.echoes()).get('h1')).toEqual(range(1, 20)));
    expect(owned(b)).toHaveLength(SHARDS);
  });

  it('is checked when a transaction begins: an owner that slept before it gets LeaseLost', async () => {
    const clock = stoppableClock();
    const a = await world.instance('a', { clock });
    await hasOwned(a, SHARDS);
    clock.stop();
    const b = await world.instance('b');
    await hasOwned(b, SHARDS);
    const attempt = a.service.runInShard(
      1,
      async (tx) => void (await tx.raw(`insert into stories values ('x', '{}')`)),
    );
    await expect(attempt).rejects.toMatchObject({ code: 'LEASE_LOST' });
    expect(await world.db('stories')).toEqual([]);
    await eventually(() => expect(owned(a)).not.toContain(1));
    await expect(a.service.runInShard(1, async () => 1)).rejects.toMatchObject({ code: 'NOT_OWNER' });
  });
});
