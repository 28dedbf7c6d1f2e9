import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@pitwall/service-kit/testing';
import { createWorld, range, startEngines, values } from './fixture.js';
import type { Engines, World } from './fixture.js';

let engines: Engines;
let world: World;
beforeAll(async () => void (engines = await startEngines()));
afterAll(() => engines.stop());
beforeEach(async () => void (world = await createWorld(engines)));
afterEach(() => world.stop());

describe('reading a log', () => {
  it('reduces every message once, in the order of its key', async () => {
    await world.instance('a');
    await Promise.all(['h1', 'h2', 'h3'].map((key) => world.tell(key, range(1, 100))));
    for (const key of ['h1', 'h2', 'h3']) {
      await eventually(async () => expect((await world.story(key)).values).toEqual(values(1, 100)));
    }
    await eventually(async () => expect((await world.echoes()).get('h2')).toEqual(range(1, 100)));
  });
});
