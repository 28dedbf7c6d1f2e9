import { inTransaction, rowsOf, schemaOf } from './db.js';
import type { Db, Tx } from './db.js';

/** One step forward; never edited once it has shipped. */
export interface Migration {
  readonly name: string;
  readonly up: (tx: Tx) => Promise<void>;
}

/** The schema holds something this version of the service doesn't know: run the version that made it, or a newer one. */
export class MigrationMismatch extends Error {
  readonly code = 'MIGRATION_MISMATCH';
  constructor(schema: string, reason: string) {
    super(`Schema "${schema}" can't be migrated: ${reason}`);
    this.name = 'MigrationMismatch';
  }
}

/** Applies what is missing, in order, in one transaction; instances that start together wait for one another. */
export async function migrate(db: Db, migrations: readonly Migration[]): Promise<void> {
  const schema = schemaOf(db);
  const names = migrations.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new MigrationMismatch(schema, `two migrations are named ${twice}.`);

  await inTransaction(db, async (tx) => {
    await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`pitwall-migrate-${schema}`]);
    await tx.raw('create schema if not exists ??', [schema]);
    await tx.raw(`create table if not exists schema_migrations (
      name text primary key, applied_at timestamptz not null default now())`);
    const applied = new Set(
      (await rowsOf<{ name: string }>(tx, 'select name from schema_migrations')).map((row) => row.name),
    );
    const unknown = [...applied].filter((name) => !names.includes(name));
    if (unknown.length > 0)
      throw new MigrationMismatch(schema, `${unknown.join(', ')} was applied and is unknown here.`);
    for (const { name, up } of migrations) {
      if (applied.has(name)) continue;
      await up(tx);
      await tx.raw('insert into schema_migrations (name) values (?)', [name]);
    }
  });
}
