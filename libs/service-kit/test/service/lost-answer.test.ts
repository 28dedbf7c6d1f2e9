import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { shardOf } from '@pitwall/service-kit';
import { eventually } from '@pitwall/service-kit/testing';
import { SHARDS, createWorld, range, startEngines, storyHandler, values } from './fixture.js';
import type { Engines, Instance, Story, World } from './fixture.js';
import { startLossyProxy } from './lossy-proxy.js';
import type { LossyProxy } from './lossy-proxy.js';

let engines: Engines;
let world: World;
let proxy: LossyProxy;
let one: Instance;
let told: Map<string, Story>;
beforeAll(async () => void (engines = await startEngines()));
afterAll(() => engines.stop());
beforeEach(async () => {
  world = await createWorld(engines);
  proxy = await startLossyProxy(world.url);
  told = new Map();
  const committed = (states: ReadonlyMap<string, Story>) => states.forEach((state, key) => told.set(key, state));
  const good = storyHandler({ committed });
  // Armed from inside the transaction, so that no other one's commit is hit.
  const save: typeof good.save = async (tx, states, context) => {
    await good.save(tx, states, context);
    if (states.get('h1')?.values.some((value) => value === 'v3' || value === 'r1') && proxy.lost() === 0)
      proxy.loseNextCommit();
  };
  one = await world.instance('a', { handler: { ...good, save }, url: proxy.url });
  await eventually(() => one.service.owns(shardOf('h1', SHARDS)));
});
afterEach(async () => {
  await world.stop();
  await proxy.stop();
});

describe('a commit whose answer is lost', () => {
  it('counts once for a batch, and is told about', async () => {
    await world.tell('h1', range(1, 3));
    await eventually(() => proxy.lost() === 1);
    await eventually(() => expect(told.get('h1')?.values).toEqual(values(1, 3)));
    expect((await world.story('h1')).values).toEqual(values(1, 3));
    await eventually(async () => expect((await world.echoes()).get('h1')).toEqual(range(1, 3)));
  });

  it('fails a request with an unknown outcome, and is told about', async () => {
    const asked = one.service.runInShard(shardOf('h1', SHARDS), (_tx, { save }) =>
      save(new Map([['h1', { values: ['r1'], gaps: [] }]])),
    );
    await expect(asked).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    await eventually(() => expect(told.get('h1')?.values).toEqual(['r1']));
  });
});
