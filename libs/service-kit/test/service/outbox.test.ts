import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readKeyLog, rowsOf } from '@pitwall/service-kit';
import type { OutboxMessage } from '@pitwall/service-kit';
import { eventually } from '@pitwall/service-kit/testing';
import { OUT, createWorld, range, startEngines } from './fixture.js';
import type { Engines, Instance, World } from './fixture.js';

let engines: Engines;
let world: World;
let one: Instance;
beforeAll(async () => void (engines = await startEngines()));
afterAll(() => engines.stop());
beforeEach(async () => {
  world = await createWorld(engines);
  one = await world.instance('a');
  await eventually(() => one.service.owns(0));
});
afterEach(() => world.stop());

const message = (key: string, seq: number, more: Partial<OutboxMessage> = {}): OutboxMessage => ({
  stream: OUT.name,
  subject: `test.echo.0.${key}`,
  key,
  keySeq: seq,
  payload: JSON.stringify({ key, seq }),
  ...more,
});
const send = (messages: readonly OutboxMessage[]) => one.service.runInShard(0, (_tx, { send: add }) => add(messages));

async function published(): Promise<{ id: string; body: string }[]> {
  const { state } = await world.bus.jsm.streams.info(OUT.name);
  const found: { id: string; body: string }[] = [];
  for (const seq of range(1, state.last_seq)) {
    const stored = await world.bus.jsm.streams.getMessage(OUT.name, { seq });
    if (stored) found.push({ id: stored.header.get('Nats-Msg-Id'), body: stored.string() });
  }
  return found;
}
const bodies = async () => (await published()).map(({ body }) => (JSON.parse(body) as { seq: number }).seq);

describe('the outbox', () => {
  it('publishes in the order of the rows, under ids made of schema and row', async () => {
    for (const from of range(0, 9)) await send(range(from * 10 + 1, from * 10 + 10).map((seq) => message('s1', seq)));
    await eventually(async () => expect(await bodies()).toEqual(range(1, 100)));
    const ids = (await published()).map(({ id }) => id);
    const [first] = await rowsOf<{ id: number }>(world.db, 'select min(id) as id from outbox');
    expect(ids[0]).toBe(`kit-0-${first?.id}`);
    expect(new Set(ids).size).toBe(100);
  });

  it('tells what stands in the log of one key, from a number on', async () => {
    await send([message('s1', 1), message('s2', 1), message('s1', 2), message('s1', 3)]);
    const rows = await readKeyLog(one.db, { stream: OUT.name, key: 's1', fromKeySeq: 2 });
    expect(rows.map(({ keySeq, payload }) => [keySeq, payload.toString()])).toEqual([
      [2, '{"key":"s1","seq":2}'],
      [3, '{"key":"s1","seq":3}'],
    ]);
  });

  it('publishes nothing of a transaction that failed', async () => {
    const failed = one.service.runInShard(0, async (_tx, { send: add }) => {
      await add([message('s1', 1)]);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    await send([message('s1', 2)]);
    await eventually(async () => expect(await bodies()).toEqual([2]));
  });

  it('leaves out what expired before it could be sent', async () => {
    await send([message('s1', 1, { expiresAt: Date.now() - 1 }), message('s1', 2, { expiresAt: Date.now() + 60_000 })]);
    await eventually(async () => expect(await bodies()).toEqual([2]));
  });

  it('carries headers, and bytes as they are', async () => {
    await send([message('s1', 1, { payload: new Uint8Array([0, 255, 10]), headers: { 'X-Test': 'yes' } })]);
    await eventually(async () => {
      const stored = await world.bus.jsm.streams.getMessage(OUT.name, { seq: 1 });
      expect([...(stored?.data ?? [])]).toEqual([0, 255, 10]);
      expect(stored?.header.get('X-Test')).toBe('yes');
      expect(stored?.header.get('Pitwall-Seq')).toBe('1');
    });
  });

  it('goes on when its lease had run out for a moment and nobody took it', async () => {
    const expire = () => one.db.raw(`update shard_leases set expires_at = clock_timestamp() where shard = 0`);
    await send([message('s1', 1)]);
    // A machine that slept: what asks for the lease first is the outbox, which wants to save its place.
    const until = performance.now() + 500;
    while (performance.now() < until) await expire();
    await eventually(async () => {
      const inForce = await rowsOf(one.db, 'select 1 from shard_leases where shard = 0 and expires_at > now()');
      return inForce.length === 1 && one.service.owns(0);
    });
    await send([message('s1', 2)]);
    await eventually(async () => expect(await bodies()).toEqual([1, 2]));
  });

  it('sends a key again from a sequence on, in order, and says what is the first that is there', async () => {
    await send(range(1, 5).flatMap((seq) => [message('s1', seq), message('s2', seq)]));
    await eventually(async () => expect(await bodies()).toHaveLength(10));
    expect(await one.service.resend(0, 's1', 3)).toEqual({ firstAvailable: 3 });
    await eventually(async () => expect((await bodies()).slice(10)).toEqual([3, 4, 5]));
    expect((await published()).slice(10).every(({ id }) => /^kit-0-\d+\.r\d+$/.test(id))).toBe(true);
    await world.db('outbox').where('key', 's1').where('key_seq', '<', 4).delete();
    expect(await one.service.resend(0, 's1', 2)).toEqual({ firstAvailable: 4 });
    expect(await one.service.resend(0, 's3', 1)).toEqual({ firstAvailable: null });
  });

  it('publishes again under the same ids after a crash before its cursor was saved', async () => {
    await send(range(1, 5).map((seq) => message('s1', seq)));
    await eventually(async () => expect(await bodies()).toHaveLength(5));
    await one.stop();
    await world.db('outbox_cursors').update({ last_id: 0, high_id: 0, places: '[]' });
    one = await world.instance('b');
    await eventually(() => one.service.owns(0));
    await send([message('s1', 6)]);
    await eventually(async () => expect(await bodies()).toEqual(range(1, 6)));
  });

  it('publishes what a database that lost its newest commits writes again, under ids of its own', async () => {
    await send(range(1, 5).map((seq) => message('s1', seq)));
    await eventually(async () => expect(await bodies()).toHaveLength(5));
    await world.db('outbox').where('key_seq', '>', 3).delete();
    await send(range(4, 6).map((seq) => message('s1', seq)));
    await eventually(async () => expect(await bodies()).toEqual([1, 2, 3, 4, 5, 4, 5, 6]));
    expect(new Set((await published()).map(({ id }) => id)).size).toBe(8);
  });

  it('has ids of its own for each shard, so that two shards may write at the same moment', async () => {
    await eventually(() => one.service.owns(1));
    const many = (shard: number) =>
      one.service.runInShard(shard, (_tx, { send: add }) => add(range(1, 200).map((seq) => message(`k${shard}`, seq))));
    await Promise.all([many(0), many(1)]);
    await eventually(async () => expect(await bodies()).toHaveLength(400));
    expect(new Set((await published()).map(({ id }) => id)).size).toBe(400);
  });

  it('keeps rows for 7 days, and what is not published longer', async () => {
    await send(range(1, 3).map((seq) => message('s1', seq)));
    await eventually(async () => expect(await bodies()).toHaveLength(3));
    await one.stop();
    await world.db.raw(`update outbox set created_at = now() - interval '8 days' where key_seq < 3`);
    await world.db.raw(`insert into outbox (id, shard, stream, subject, key, payload, created_at)
      values (1, 0, 'ABSENT', 'absent', 'k', '', now() - interval '9 days')`);
    one = await world.instance('b');
    await eventually(async () => {
      const rows = await rowsOf<{ key: string; key_seq: number | null }>(
        world.db,
        'select key, key_seq from outbox order by created_at',
      );
      expect(rows).toEqual([
        { key: 'k', key_seq: null },
        { key: 's1', key_seq: 3 },
      ]);
    });
  });
});
