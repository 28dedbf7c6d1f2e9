import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { shardOf } from '@pitwall/service-kit';
import type { OnGap } from '@pitwall/service-kit';
import { eventually } from '@pitwall/service-kit/testing';
import { IN, OUT, SHARDS, createWorld, range, startEngines, values } from './fixture.js';
import type { Engines, Fact, World } from './fixture.js';

let engines: Engines;
let world: World;
beforeAll(async () => void (engines = await startEngines()));
afterAll(() => engines.stop());
beforeEach(async () => void (world = await createWorld(engines)));
afterEach(() => world.stop());

const tells = (key: string, expected: string[], timeoutMs = 8_000) =>
  eventually(async () => expect((await world.story(key)).values).toEqual(expected), { timeoutMs });
const echoed = (key: string, seqs: number[]) =>
  eventually(async () => expect((await world.echoes()).get(key)).toEqual(seqs), { timeoutMs: 8_000 });
const connected = () => eventually(() => world.bus.status().connected, { timeoutMs: 8_000 });

/** A sender with a spool: it repeats until it was stored. */
const insist = (key: string, seqs: readonly number[]) =>
  eventually(() => world.tell(key, seqs).then(() => true), { timeoutMs: 8_000 });

const fromSpool: OnGap<Fact> = async ({ key, have, got }) => {
  await world.tell(key, range(have + 1, got), { resend: have });
  return { firstAvailable: have + 1 };
};

describe('NATS', () => {
  it('is killed in mid-stream and comes back: nothing is lost, nothing doubled', async () => {
    await world.instance('a');
    await world.instance('b');
    const keys = range(1, 6).map((n) => `h${n}`);
    const sending = Promise.all(
      keys.map(async (key) => {
        for (let seq = 1; seq <= 200; seq += 20) await insist(key, range(seq, seq + 19));
      }),
    );
    await eventually(async () => (await world.story('h1')).values.length >= 40);
    await engines.nats.kill();
    await engines.nats.restart();
    await sending;
    for (const key of keys) {
      await tells(key, values(1, 200));
      await echoed(key, range(1, 200));
    }
  });

  it('stands still for a while and goes on: nothing is lost, nothing doubled', async () => {
    await world.instance('a');
    await world.tell('h1', range(1, 10));
    await tells('h1', values(1, 10));
    engines.nats.pause();
    const sending = insist('h1', range(11, 20));
    await eventually(() => false, { timeoutMs: 1_500 }).catch(() => undefined);
    engines.nats.resume();
    await sending;
    await tells('h1', values(1, 20));
    await echoed('h1', range(1, 20));
  });

  it('comes back with an older store: the outbox publishes again what is missing there', async () => {
    await world.instance('a');
    await world.tell('h1', range(1, 30));
    await echoed('h1', range(1, 30));
    const old = engines.nats.snapshotStore();
    await world.tell('h1', range(31, 60));
    await echoed('h1', range(1, 60));
    await engines.nats.restoreStore(old);
    await engines.nats.restart();
    await connected();
    await echoed('h1', range(1, 60));
    await insist('h1', range(31, 70));
    await tells('h1', values(1, 70));
    await echoed('h1', range(1, 70));
  });

  it('comes back with an older store that has grown past what the outbox sent: it is published again', async () => {
    const a = await world.instance('a');
    await world.tell('h1', range(1, 20));
    await echoed('h1', range(1, 20));
    const old = engines.nats.snapshotStore();
    await world.tell('h1', range(21, 40));
    await echoed('h1', range(1, 40));
    await a.stop();
    await engines.nats.restoreStore(old);
    await engines.nats.restart();
    await connected();
    await eventually(
      () => Promise.all(range(1, 50).map((n) => world.bus.publish('test.echo.9.x', `{"key":"x","seq":${n}}`))),
      { timeoutMs: 8_000 },
    );
    await world.instance('b');
    await echoed('h1', range(1, 40));
  });

  it('comes back with an older store that has grown past the reader: the message id tells', async () => {
    const a = await world.instance('a', { onGap: fromSpool });
    const shard = shardOf('h1', SHARDS);
    const other =
      range(1, 99)
        .map((n) => `other${n}`)
        .find((key) => shardOf(key, SHARDS) === shard) ?? '';
    await world.tell('h1', range(1, 20));
    await tells('h1', values(1, 20));
    const old = engines.nats.snapshotStore();
    await world.tell('h1', range(21, 40));
    await tells('h1', values(1, 40));
    await a.stop();
    await engines.nats.restoreStore(old);
    await engines.nats.restart();
    await connected();
    // 30 messages of another key: the stream is longer than where the reader stood, and they start below that.
    await insist(other, range(1, 30));
    await world.instance('b', { onGap: fromSpool });
    await tells(other, values(1, 30));
    await tells('h1', values(1, 40));
    await insist('h1', [41]);
    await tells('h1', values(1, 41));
  });

  it('comes back with an older store under a running reader, and the log goes on', async () => {
    await world.instance('a', { onGap: fromSpool });
    await world.tell('h1', range(1, 20));
    await tells('h1', values(1, 20));
    const old = engines.nats.snapshotStore();
    await world.tell('h1', range(21, 40));
    await tells('h1', values(1, 40));
    await engines.nats.restoreStore(old);
    await engines.nats.restart();
    await connected();
    await insist('h1', range(41, 80));
    await tells('h1', values(1, 80));
    await echoed('h1', range(1, 80));
  });

  it('comes back empty: streams are made again, the outbox fills its own, and the log goes on', async () => {
    await world.instance('a', { onGap: fromSpool });
    await world.tell('h1', range(1, 20));
    await echoed('h1', range(1, 20));
    await engines.nats.restoreStore(null);
    await engines.nats.restart();
    await connected();
    await world.bus.ensureStream(IN);
    await world.bus.ensureStream(OUT);
    await insist('h1', [21]);
    await tells('h1', values(1, 21));
    await echoed('h1', range(1, 21));
  });

  it('does not answer: an instance still stops at once and another goes on', async () => {
    const a = await world.instance('a');
    await world.tell('h1', range(1, 5));
    await tells('h1', values(1, 5));
    engines.nats.pause();
    await a.service.runInShard(shardOf('h1', SHARDS), (_tx, { send }) =>
      send([{ stream: OUT.name, subject: 'test.echo.0.h9', key: 'h9', keySeq: 1, payload: '{"key":"h9","seq":1}' }]),
    );
    const started = performance.now();
    await a.service.stop();
    expect(performance.now() - started).toBeLessThan(1_000);
    engines.nats.resume();
    await world.instance('b');
    await insist('h1', [6]);
    await tells('h1', values(1, 6));
    await echoed('h9', [1]);
  });

  it('loses a consumer: the reader makes a new one within 5 s', async () => {
    await world.instance('a');
    await world.tell('h1', [1]);
    await tells('h1', ['v1']);
    for await (const { name } of world.bus.jsm.consumers.list(IN.name))
      await world.bus.jsm.consumers.delete(IN.name, name);
    await world.tell('h1', [2]);
    await tells('h1', ['v1', 'v2'], 5_000);
  });
});

describe('Postgres', () => {
  it('loses connections at random while 2,000 messages are read: the result is that of a plain fold', async () => {
    await world.instance('a');
    await world.instance('b');
    const keys = range(1, 10).map((n) => `h${n}`);
    let killed = 0;
    for (const first of range(0, 19).map((round) => round * 10 + 1)) {
      const sending = keys.map((key) => world.tell(key, range(first, first + 9)));
      killed += await engines.postgres.terminateConnections(world.url, 0.3);
      await Promise.all(sending);
    }
    expect(killed).toBeGreaterThan(5);
    for (const key of keys) {
      await tells(key, values(1, 200), 15_000);
      await echoed(key, range(1, 200));
    }
  });

  it('is away for a while: the reader stands still and goes on by itself', async () => {
    await world.instance('a');
    await world.tell('h1', range(1, 5));
    await tells('h1', values(1, 5));
    await engines.postgres.kill();
    await world.tell('h1', range(6, 10));
    await engines.postgres.restart();
    await tells('h1', values(1, 10));
    await echoed('h1', range(1, 10));
  });
});
