import knexFactory from 'knex';
import type { Knex } from 'knex';
import PostgresDialect from 'knex/lib/dialects/postgres/index.js';
import pg from 'pg';
import { DatabaseUnavailable, isAborted, isDatabaseFault } from './db-errors.js';
import type { Log } from './log.js';

export type Db = Knex;
export type Tx = Knex.Transaction;

export interface DbOptions {
  /** postgres://user:password@host:port/database */
  readonly url: string;
  /** The one schema this service reads and writes. */
  readonly schema: string;
  readonly maxConnections: number;
  readonly log: Log;
}

const INT8_OID = 20;
const ACQUIRE_TIMEOUT_MS = 5_000;
/**
 * As long as a shard lease: a process that is paused inside a transaction would otherwise keep the lock on its
 * lease row, and nobody could take its shard over.
 */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 3_000;

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`);
  return value;
}

type TypeParser = (text: string) => unknown;

const getTypeParser = (oid: number, format: 'text' = 'text'): TypeParser =>
  oid === INT8_OID ? parseInt8 : (pg.types.getTypeParser(oid, format) as TypeParser);

/** The newest failure of each connection that was one of its own. */
const failures = new WeakMap<object, unknown>();

/**
 * What is asked together in a transaction fails together: all but the first are told only that the transaction is
 * aborted, and whoever hears of one of those first would never learn why.
 */
function causeOfFailure(connection: object, error: unknown): unknown {
  if (isAborted(error)) return failures.get(connection) ?? error;
  failures.set(connection, error);
  return error;
}

/** Where every query of pool and transaction passes; a class only because knex takes its dialect as one. */
class UnavailableAwareDialect extends PostgresDialect {
  override async acquireConnection(): Promise<unknown> {
    return super.acquireConnection().catch(rethrow);
  }
  override _query(connection: object, query: unknown): Promise<unknown> {
    return super._query(connection, query).catch((error: unknown) => rethrow(causeOfFailure(connection, error)));
  }
}

function rethrow(error: unknown): never {
  // Made anew from its cause: on its way through a transaction knex puts the statement in front of a message.
  if (error instanceof DatabaseUnavailable) throw new DatabaseUnavailable(error.cause);
  throw isDatabaseFault(error) ? new DatabaseUnavailable(error) : error;
}

/**
 * A knex over pg whose search_path is `schema`. Nothing is connected yet. Queries fail with `DatabaseUnavailable` when
 * the connection is lost or can't be made; the pool replaces such connections by itself. int8 comes back as number.
 */
export function connectDb({ url, schema, maxConnections, log }: DbOptions): Db {
  const warn = (message: unknown) => log.debug({ detail: String(message).split('\n')[0] }, 'database pool');
  return knexFactory({
    client: UnavailableAwareDialect as unknown as typeof Knex.Client,
    connection: {
      connectionString: url,
      types: { getTypeParser },
      application_name: `pitwall-${schema}`,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
      keepAlive: true,
      // What is asked together travels together; a batch then needs five round trips instead of eight.
      pipeline: true,
    } as Knex.PgConnectionConfig,
    searchPath: [schema],
    pool: { min: 0, max: maxConnections },
    acquireConnectionTimeout: ACQUIRE_TIMEOUT_MS,
    log: { warn, error: warn, debug: warn, deprecate: warn },
  });
}

/** The schema a `Db` was connected with. */
export function schemaOf(db: Db): string {
  const { searchPath } = (db.client as { config: { searchPath: string[] } }).config;
  const [schema] = searchPath;
  if (schema === undefined) throw new Error('the database was connected without a schema');
  return schema;
}

/** Runs `fn` in one transaction. When it fails with `DatabaseUnavailable`, it may have been committed all the same. */
export function inTransaction<T>(db: Db, fn: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(fn).catch(rethrow);
}

/**
 * The same for a batch, with fewer round trips: its BEGIN travels with the first statements, and what `fn` asks at
 * once is sent at once. `tx` knows `raw` alone. A statement that fails must fail `fn`; what `fn` still asks after that
 * is refused, since the connection has gone back to the pool by then.
 */
export async function inPipelinedTransaction<T>(db: Db, fn: (tx: Tx) => Promise<T>): Promise<T> {
  const client = db.client as { acquireConnection(): Promise<unknown>; releaseConnection(connection: unknown): void };
  const connection = await client.acquireConnection();
  let hasEnded = false;
  const send = (sql: string, bindings: readonly unknown[] = []) =>
    db.raw(sql, bindings as Knex.RawBinding[]).connection(connection);
  const raw: typeof send = (sql, bindings) => {
    if (hasEnded) throw new Error('the transaction has ended');
    return send(sql, bindings);
  };
  const begun = raw('begin').then(() => undefined);
  try {
    const [result] = await Promise.all([fn({ raw } as unknown as Tx), begun]);
    hasEnded = true;
    await send('commit');
    return result;
  } catch (error) {
    hasEnded = true;
    // It goes behind whatever of `fn` is still on its way, so the connection is clean for the next one.
    await send('rollback').catch(() => undefined);
    return rethrow(error);
  } finally {
    client.releaseConnection(connection);
  }
}

/**
 * Rows of a raw statement. With a `name` (the same text for the same name, always) each connection parses and plans it
 * once: worth it for what runs with every batch.
 */
export async function rowsOf<R>(
  db: Db | Tx,
  sql: string,
  bindings: readonly unknown[] = [],
  name?: string,
): Promise<R[]> {
  const statement = db.raw(sql, bindings as Knex.RawBinding[]);
  const result = (await (name === undefined ? statement : statement.options({ name }))) as unknown as { rows: R[] };
  return result.rows;
}
