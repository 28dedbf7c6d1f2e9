import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once, shardOf } from '@pitwall/service-kit';
import { eventually } from '@pitwall/service-kit/testing';
import { SHARDS, createWorld, range, startEngines, storyHandler, values } from './fixture.js';
import type { Engines, Instance, Story, World } from './fixture.js';

let engines: Engines;
let world: World;
let one: Instance;
let told: string[];
beforeAll(async () => void (engines = await startEngines()));
afterAll(() => engines.stop());
beforeEach(async () => {
  world = await createWorld(engines);
  told = [];
  const committed = (states: ReadonlyMap<string, Story>) => void told.push(...states.keys());
  one = await world.instance('a', { handler: storyHandler({ committed }) });
  await eventually(() => one.service.owns(shardOf('h1', SHARDS)));
});
afterEach(() => world.stop());

const shard = shardOf('h1', SHARDS);
const append = (value: string) =>
  one.service.runInShard(shard, async (_tx, { load, save }) => {
    const state = (await load(['h1'])).get('h1');
    await save(new Map([['h1', { gaps: [], values: [...(state?.values ?? []), value] }]]));
  });

describe('a request to a shard', () => {
  it('changes states in turn with the batches, and tells about it', async () => {
    const sending = world.tell('h1', range(1, 100));
    await Promise.all(range(1, 30).map((n) => append(`r${n}`)));
    await sending;
    await eventually(async () => expect((await world.story('h1')).values).toHaveLength(130));
    const all = (await world.story('h1')).values;
    expect(all.filter((value) => value.startsWith('v'))).toEqual(values(1, 100));
    expect(all.filter((value) => value.startsWith('r'))).toEqual(range(1, 30).map((n) => `r${n}`));
    expect(told).toContain('h1');
  });

  it('keeps nothing when it fails', async () => {
    const failing = one.service.runInShard(shard, async (_tx, { save }) => {
      await save(new Map([['h1', { gaps: [], values: ['never'] }]]));
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(await world.story('h1')).toEqual({ values: [], gaps: [] });
    expect(told).toEqual([]);
  });

  it('fails with the error of another service that it asked', async () => {
    const asking = one.service.runInShard(shard, () => world.bus.request('test.nobody', {}, { timeoutMs: 500 }));
    await expect(asking).rejects.toMatchObject({ code: 'NOT_REACHABLE' });
  });

  it('is done once for one request id, however often it is repeated', async () => {
    const ask = () =>
      one.service.runInShard(shard, (tx) => once(tx, 'request-1', async () => ({ turnId: `t${Math.random()}` })));
    const receipts = await Promise.all(range(1, 5).map(ask));
    expect(new Set(receipts.map(({ turnId }) => turnId)).size).toBe(1);
  });

  it('is refused for a shard that is not owned', async () => {
    await one.service.stop();
    await expect(append('late')).rejects.toMatchObject({ code: 'NOT_OWNER' });
  });
});
