import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  DatabaseUnavailable,
  connectDb,
  inTransaction,
  kitMigrations,
  migrate,
  once,
  rowsOf,
} from '@pitwall/service-kit';
import type { Db, Migration, Tx } from '@pitwall/service-kit';
import { startPostgres } from '@pitwall/service-kit/testing';
import type { TestPostgres } from '@pitwall/service-kit/testing';
import { inPipelinedTransaction } from '../../src/db.js';
import { log } from './fixture.js';

let postgres: TestPostgres;
beforeAll(async () => void (postgres = await startPostgres()));
afterAll(() => postgres.stop());

async function withDbs(count: number, fn: (dbs: Db[], url: string) => Promise<void>): Promise<void> {
  const url = await postgres.createDatabase();
  const dbs = Array.from({ length: count }, () => connectDb({ url, schema: 'own', maxConnections: 4, log }));
  try {
    await fn(dbs, url);
  } finally {
    await Promise.all(dbs.map((db) => db.destroy()));
  }
}

const step = (name: string, sql: string): Migration => ({ name, up: async (tx) => void (await tx.raw(sql)) });
const first = step('one', 'create table things (n bigint)');

describe('migrations', () => {
  it('run once when three instances start at the same time', () =>
    withDbs(3, async (dbs) => {
      await Promise.all(dbs.map((db) => migrate(db, [...kitMigrations, first])));
      const applied = await rowsOf<{ name: string }>(
        dbs[0] as Db,
        'select name from schema_migrations order by applied_at',
      );
      expect(applied).toHaveLength(kitMigrations.length + 1);
    }));

  it('run forward from where they are', () =>
    withDbs(1, async ([db]) => {
      await migrate(db as Db, [first]);
      await migrate(db as Db, [first, step('two', 'alter table things add column m int')]);
      await (db as Db)('things').insert({ n: 1, m: 2 });
    }));

  it('refuse a schema that holds one which is unknown', () =>
    withDbs(1, async ([db]) => {
      await migrate(db as Db, [first]);
      await expect(migrate(db as Db, [step('renamed', 'select 1')])).rejects.toMatchObject({
        code: 'MIGRATION_MISMATCH',
      });
      await expect(migrate(db as Db, [first, first])).rejects.toMatchObject({ code: 'MIGRATION_MISMATCH' });
    }));

  it('leave nothing of one that fails', () =>
    withDbs(1, async ([db]) => {
      await expect(migrate(db as Db, [first, step('bad', 'create tabel oops ()')])).rejects.toThrow('tabel');
      await migrate(db as Db, [first]);
    }));
});

describe('a transaction with fewer round trips', () => {
  it('keeps all of it, or nothing of it', () =>
    withDbs(1, async ([db]) => {
      await migrate(db as Db, [first]);
      const add = (tx: Tx, n: number) => rowsOf(tx, 'insert into things values (?)', [n]);
      await inPipelinedTransaction(db as Db, (tx) => Promise.all([add(tx, 1), add(tx, 2)]));
      const failing = inPipelinedTransaction(db as Db, (tx) =>
        Promise.all([add(tx, 3), rowsOf(tx, 'insert into nowhere values (1)'), add(tx, 4)]),
      );
      await expect(failing).rejects.toThrow('nowhere');
      expect(await rowsOf(db as Db, 'select n from things order by n')).toEqual([{ n: 1 }, { n: 2 }]);
    }));

  it('takes nothing more once a part of it has failed: the connection is another’s by then', () =>
    withDbs(1, async ([db]) => {
      await migrate(db as Db, [first]);
      let asksOn = (): void => undefined;
      const failed = new Promise<void>((resolve) => (asksOn = resolve));
      let late: Promise<unknown> = Promise.resolve();
      const slowPart = async (tx: Tx): Promise<void> => {
        await failed;
        await rowsOf(tx, 'insert into things values (9)');
      };
      const failing = inPipelinedTransaction(db as Db, (tx) => {
        late = slowPart(tx);
        return Promise.all([rowsOf(tx, 'insert into nowhere values (1)'), late]);
      });
      await expect(failing).rejects.toThrow('nowhere');
      asksOn();
      await expect(late).rejects.toThrow('has ended');
      expect(await rowsOf(db as Db, 'select n from things')).toEqual([]);
    }));
});

describe('a database', () => {
  it('gives int8 as number and refuses one that does not fit', () =>
    withDbs(1, async ([db]) => {
      expect(await rowsOf(db as Db, 'select 9007199254740991::bigint as n')).toEqual([{ n: 9007199254740991 }]);
      await expect(rowsOf(db as Db, 'select 9007199254740993::bigint as n')).rejects.toThrow('does not fit');
    }));

  it('fails with DatabaseUnavailable when a connection is cut, and works again by itself', () =>
    withDbs(1, async ([db], url) => {
      const cut = inTransaction(db as Db, async (tx) => {
        await tx.raw('select 1');
        await postgres.terminateConnections(url);
        await tx.raw('select 2');
      });
      await expect(cut).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
      expect(await rowsOf(db as Db, 'select 3 as n')).toEqual([{ n: 3 }]);
    }));

  it('tells the cause of a transaction that failed, whichever of its statements is heard first', () =>
    withDbs(1, async ([db]) => {
      const failed = inTransaction(db as Db, async (tx) => {
        const wrong = rowsOf(tx, 'select 1 / 0');
        const aborted = rowsOf(tx, 'select 2');
        await aborted.catch(async (error: unknown) => {
          await wrong.catch(() => undefined);
          throw error;
        });
      });
      await expect(failed).rejects.toThrow('division by zero');
      // A connection that is used again has forgotten it.
      await expect(inTransaction(db as Db, (tx) => rowsOf(tx, 'select nothing'))).rejects.toThrow('does not exist');
    }));

  it('says in our words that it is stopped', async () => {
    const db = connectDb({ url: 'postgres://x:y@127.0.0.1:1/none', schema: 'own', maxConnections: 1, log });
    await expect(rowsOf(db, 'select 1')).rejects.toThrow(/^The database is not available: nothing listens there$/);
    const full = new Error('Knex: Timeout acquiring a connection. The pool is probably full.');
    expect(new DatabaseUnavailable(full).message).not.toMatch(/knex/i);
    await db.destroy();
  });

  it('fails with DatabaseUnavailable when nobody listens', async () => {
    const db = connectDb({ url: 'postgres://x:y@127.0.0.1:1/none', schema: 'own', maxConnections: 1, log });
    await expect(rowsOf(db, 'select 1')).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    await expect(inTransaction(db, async () => 1)).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    await db.destroy();
  });
});

describe('a request id', () => {
  it('gets the same receipt when it is repeated, one after the other and at once', () =>
    withDbs(2, async (dbs) => {
      const [a, b] = dbs as [Db, Db];
      await migrate(a, kitMigrations);
      let done = 0;
      const ask = (db: Db) => inTransaction(db, (tx) => once(tx, 'r1', async () => ({ turn: (done += 1) })));
      const receipts = await Promise.all([ask(a), ask(b), ask(a)]);
      receipts.push(await ask(b));
      expect(receipts).toEqual(Array(4).fill({ turn: 1 }));
      expect(done).toBe(1);
    }));

  it('is free again when what it asked for failed', () =>
    withDbs(1, async ([db]) => {
      await migrate(db as Db, kitMigrations);
      const ask = (fn: () => Promise<unknown>) => inTransaction(db as Db, (tx) => once(tx, 'r2', fn));
      await expect(ask(() => Promise.reject(new Error('not yet')))).rejects.toThrow('not yet');
      expect(await ask(async () => 'done')).toBe('done');
    }));
});
