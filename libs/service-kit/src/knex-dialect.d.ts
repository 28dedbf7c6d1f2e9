/** knex ships its dialects as classes without types; only what is overridden here is declared. */
declare module 'knex/lib/dialects/postgres/index.js' {
  export default class PostgresDialect {
    constructor(config: unknown);
    acquireConnection(): Promise<unknown>;
    _query(connection: object, query: unknown): Promise<unknown>;
  }
}
