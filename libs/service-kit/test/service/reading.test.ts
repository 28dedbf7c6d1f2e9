import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { rowsOf, shardOf } from '@pitwall/service-kit';
import type { OnGap, ShardHandler } from '@pitwall/service-kit';
import { eventually } from '@pitwall/service-kit/testing';
import { SHARDS, createWorld, range, readStories, startEngines, storyHandler, values } from './fixture.js';
import type { Engines, Fact, Story, World } from './fixture.js';

let engines: Engines;
let world: World;
beforeAll(async () => void (engines = await startEngines()));
afterAll(() => engines.stop());
beforeEach(async () => void (world = await createWorld(engines)));
afterEach(() => world.stop());

const tells = (key: string, expected: string[]) =>
  eventually(async () => expect((await world.story(key)).values).toEqual(expected));

describe('reading a log', () => {
  it('reduces every message once, in the order of its key, and publishes what follows from it', async () => {
    await world.instance('a');
    const keys = ['h1', 'h2', 'h3'];
    await Promise.all(keys.map((key) => world.tell(key, range(1, 100))));
    for (const key of keys) await tells(key, values(1, 100));
    await eventually(async () => {
      const echoes = await world.echoes();
      for (const key of keys) expect(echoes.get(key)).toEqual(range(1, 100));
    });
  });

  it('skips what is at or below the committed sequence of its key', async () => {
    await world.instance('a');
    await world.tell('h1', range(1, 5));
    await world.tell('h1', range(2, 5), { resend: 1 });
    await world.tell('h1', [6, 6, 7]);
    await tells('h1', values(1, 7));
  });

  it('changes nothing when the whole log is delivered again', async () => {
    const first = await world.instance('a');
    await world.tell('h1', range(1, 50));
    await tells('h1', values(1, 50));
    await first.stop();
    await world.db.raw('delete from reader_hints');
    await world.instance('b');
    await world.tell('h1', [51]);
    await tells('h1', values(1, 51));
    await eventually(async () => expect((await world.echoes()).get('h1')).toEqual(range(1, 51)));
  });

  it('loads by the messages of the batch: a large state needs only what they can touch', async () => {
    const asked: string[] = [];
    const load = (...[tx, keys, messages]: Parameters<ShardHandler<Fact, Story>['load']>) => {
      asked.push(...(messages ?? []).map(({ value }) => value));
      return readStories(tx, keys);
    };
    await world.instance('a', { handler: storyHandler({ load }) });
    await world.tell('h1', range(1, 3));
    await tells('h1', values(1, 3));
    expect(asked).toEqual(values(1, 3));
  });

  it('tells about committed states after the commit', async () => {
    const told: string[] = [];
    const committed = (states: ReadonlyMap<string, { values: readonly string[] }>) => {
      for (const [key, { values: all }] of states) told.push(`${key}:${all.length}`);
    };
    await world.instance('a', { handler: storyHandler({ committed }) });
    await world.tell('h1', range(1, 3));
    await eventually(() => expect(told.at(-1)).toBe('h1:3'));
  });
});

describe('a gap in the sequence of a key', () => {
  it('asks the sender, and goes on in order with what is sent again', async () => {
    const asked: string[] = [];
    const onGap: OnGap<Fact> = async ({ key, have, got, message }) => {
      asked.push(`${key} has ${have}, got ${got} ${message?.value ?? ''}`);
      await world.tell(key, range(have + 1, 6), { resend: asked.length });
      return { firstAvailable: have + 1 };
    };
    await world.instance('a', { onGap });
    await world.tell('h1', [1, 2, 5, 6]);
    await world.tell('other', range(1, 3));
    await tells('h1', values(1, 6));
    await tells('other', values(1, 3));
    expect(asked).toEqual(['h1 has 2, got 5 v5']);
    expect((await world.story('h1')).gaps).toEqual([]);
  });

  it('is seen for a key that was never read before', async () => {
    const onGap: OnGap<Fact> = async ({ key, have }) => {
      await world.tell(key, range(1, 3), { resend: 1 });
      return { firstAvailable: have + 1 };
    };
    await world.instance('a', { onGap });
    await world.tell('h1', [3]);
    await tells('h1', values(1, 3));
  });

  it('is asked about once per 500 ms, however many messages arrive beyond it', async () => {
    let asked = 0;
    const onGap: OnGap<Fact> = async () => ({ firstAvailable: (asked += 1) > 2 ? 1 : null });
    await world.instance('a', { onGap });
    const started = performance.now();
    for (const seq of range(5, 40)) await world.tell('h1', [seq]);
    await eventually(() => asked >= 2);
    expect(asked).toBeLessThanOrEqual(1 + (performance.now() - started) / 500);
  });

  it('is passed over and marked when the sender no longer has what is missing', async () => {
    await world.instance('a', { onGap: async () => ({ firstAvailable: 7 }) });
    await world.tell('h1', [1, 2, 7, 8]);
    await tells('h1', ['v1', 'v2', 'v7', 'v8']);
    expect((await world.story('h1')).gaps).toEqual(['3-6']);
  });

  it('is found again by the instance that takes over', async () => {
    const first = await world.instance('a');
    await world.tell('h1', [1, 3]);
    await world.tell('h1-neighbour', [1]);
    await tells('h1', ['v1']);
    await eventually(() => expect(first.service.stats().some(({ gaps }) => gaps === 1)).toBe(true));
    await first.stop();
    const onGap: OnGap<Fact> = async ({ key }) => {
      await world.tell(key, [2, 3], { resend: 1 });
      return { firstAvailable: 2 };
    };
    await world.instance('b', { onGap });
    await tells('h1', values(1, 3));
  });
});

describe('a message that can not be taken', () => {
  const poison = (tries: Map<string, number>) =>
    storyHandler({
      reduce: (state, fact) => {
        tries.set(fact.value, (tries.get(fact.value) ?? 0) + 1);
        if (fact.value === 'v3') throw new RangeError('three is too much');
        return { state: { gaps: [], values: [...(state?.values ?? []), fact.value] }, outbox: [] };
      },
    });
  const letters = () =>
    rowsOf<{ id: number; key: string | null; seq: number | null; reason: string; replayed: boolean }>(
      world.db,
      'select id, key, seq, reason, replayed_at is not null as replayed from dead_letters order by id',
    );

  it('goes to the dead letters with its reason after five tries, and later ones of its key go on', async () => {
    const tries = new Map<string, number>();
    const { service } = await world.instance('a', { handler: poison(tries) });
    const started = performance.now();
    await world.tell('h1', range(1, 6));
    await tells('h1', ['v1', 'v2', 'v4', 'v5', 'v6']);
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(await letters()).toMatchObject([{ key: 'h1', seq: 3, reason: 'RangeError: three is too much' }]);
    // Once in the batch that failed, then five times by itself.
    expect(tries.get('v3')).toBe(6);
    const stats = service.stats().find(({ shard }) => shard === shardOf('h1', SHARDS));
    expect(stats?.deadLetters).toBe(1);
  });

  it('can be replayed when its cause is gone', async () => {
    const broken = await world.instance('a', { handler: poison(new Map()) });
    await world.tell('h1', range(1, 4));
    await tells('h1', ['v1', 'v2', 'v4']);
    const [letter] = await letters();
    await expect(broken.service.replayDeadLetter(letter?.id ?? 0)).rejects.toThrow('three is too much');
    await broken.stop();
    const mended = await world.instance('b');
    await eventually(() => mended.service.owns(shardOf('h1', SHARDS)));
    await mended.service.replayDeadLetter(letter?.id ?? 0);
    expect((await world.story('h1')).values).toEqual(['v1', 'v2', 'v4', 'v3']);
    expect(await letters()).toMatchObject([{ replayed: true }]);
    expect(mended.service.stats().map(({ deadLetters }) => deadLetters)).toEqual([0, 0, 0, 0]);
    await expect(mended.service.replayDeadLetter(letter?.id ?? 0)).rejects.toMatchObject({
      code: 'DEAD_LETTER_NOT_FOUND',
    });
  });

  it('does not hold up its shard when many of them come in a row', async () => {
    const handler = storyHandler({
      reduce: () => {
        throw new Error('no');
      },
    });
    await world.instance('a', { handler });
    await world.tell('h1', range(1, 100));
    await eventually(async () => expect((await letters()).length).toBe(100), { timeoutMs: 8_000 });
  });

  it('is a dead letter at once when it is malformed, and its log goes on where its place is known', async () => {
    await world.instance('a');
    const subject = `test.facts.${shardOf('h1', SHARDS)}.h1`;
    await world.tell('h1', [1]);
    await world.bus.publish(subject, 'broken h1 2');
    await world.bus.publish(subject, 'nothing at all');
    await world.bus.publish(subject, '{"key":"h1"}', { headers: { 'Pitwall-Key': 'h1', 'Pitwall-Seq': '3' } });
    await world.tell('h1', [4]);
    await tells('h1', ['v1', 'v4']);
    const found = await letters();
    expect(found.map(({ key, seq }) => [key, seq])).toEqual([
      ['h1', 2],
      [null, null],
      ['h1', 3],
    ]);
    expect(found.every(({ reason }) => reason.startsWith('malformed: '))).toBe(true);
  });

  it.each([
    ['a sequence that is none', { key: 'h1', seq: 1.5, value: 'x' }],
    ['sequence zero', { key: 'h1', seq: 0, value: 'x' }],
    ['a key that can not be stored', { key: 'h\0', seq: 1, value: 'x' }],
    ['no key', { seq: 1, value: 'x' }],
  ])('does not hold up its shard: %s', async (_title, body) => {
    await world.instance('a');
    await world.bus.publish(`test.facts.${shardOf('h1', SHARDS)}.h1`, JSON.stringify(body));
    await world.tell('h1', range(1, 2));
    await tells('h1', values(1, 2));
    expect(await letters()).toMatchObject([{ key: null, seq: null }]);
  });

  it('does not hold up its shard when neither it nor the reason can be stored', async () => {
    const handler = storyHandler({
      reduce: (state, fact) => {
        if (fact.seq === 1) throw new Error('a \0 in the reason');
        const value = fact.seq === 2 ? 'a \0 in the state' : fact.value;
        return { state: { gaps: [], values: [...(state?.values ?? []), value] }, outbox: [] };
      },
    });
    await world.instance('a', { handler });
    await world.tell('h1', range(1, 3));
    await tells('h1', ['v3']);
    expect(await letters()).toHaveLength(2);
  });

  it('retries a failing save message by message', async () => {
    let failures = 0;
    const good = storyHandler();
    const handler = storyHandler({
      save: async (tx, states, context) => {
        if (states.get('h1')?.values.at(-1) === 'v2' && (failures += 1) <= 3) await tx.raw('select 1/0');
        await good.save(tx, states, context);
      },
    });
    await world.instance('a', { handler });
    await world.tell('h1', range(1, 2));
    await tells('h1', values(1, 2));
    expect(await letters()).toEqual([]);
  });
});
