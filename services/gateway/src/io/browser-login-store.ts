import { rowsOf, type Db } from '@pitwall/service-kit';

/** One-time codes and the browsers that used one; only hashes are kept. */
export async function addLoginCode(db: Db, codeHash: string, lifetimeMs: number): Promise<void> {
  await db.raw(`delete from login_codes where expires_at < now()`);
  await db.raw(`insert into login_codes (code_hash, expires_at) values (?, now() + ? * interval '1 millisecond')`, [
    codeHash,
    lifetimeMs,
  ]);
}

/** Uses the code up; false when there is none that is valid. */
export async function takeLoginCode(db: Db, codeHash: string): Promise<boolean> {
  const rows = await rowsOf<{ valid: boolean }>(
    db,
    'delete from login_codes where code_hash = ? returning expires_at > now() as valid',
    [codeHash],
  );
  return rows[0]?.valid ?? false;
}

export async function addBrowser(db: Db, tokenHash: string, lifetimeMs: number): Promise<void> {
  await db.raw(`delete from browsers where expires_at < now()`);
  await db.raw(`insert into browsers (token_hash, expires_at) values (?, now() + ? * interval '1 millisecond')`, [
    tokenHash,
    lifetimeMs,
  ]);
}

export async function isBrowser(db: Db, tokenHash: string): Promise<boolean> {
  const rows = await rowsOf(db, 'select 1 from browsers where token_hash = ? and expires_at > now()', [tokenHash]);
  return rows.length > 0;
}

export async function forgetBrowser(db: Db, tokenHash: string): Promise<void> {
  await db.raw('delete from browsers where token_hash = ?', [tokenHash]);
}
