import type { HostId, TeamId } from '@pitwall/contracts';
import { rowsOf, type Db, type Tx } from '@pitwall/service-kit';

export interface HostRow {
  readonly host_id: HostId;
  readonly team_id: TeamId;
  readonly name: string;
  readonly public_key: string;
}

export async function ensureTeam(db: Db, teamId: TeamId, name: string): Promise<void> {
  await db.raw('insert into teams (team_id, name) values (?, ?) on conflict do nothing', [teamId, name]);
}

export const listHosts = (db: Db): Promise<HostRow[]> =>
  rowsOf<HostRow>(
    db,
    'select host_id, team_id, name, public_key from hosts where revoked_at is null order by enrolled_at',
  );

export async function teamOfHost(db: Db, hostId: string): Promise<TeamId | undefined> {
  const rows = await rowsOf<{ team_id: TeamId }>(db, 'select team_id from hosts where host_id = ?', [hostId]);
  return rows[0]?.team_id;
}

export async function hostByToken(db: Db, tokenHash: string): Promise<HostRow | undefined> {
  const rows = await rowsOf<HostRow>(
    db,
    'select host_id, team_id, name, public_key from hosts where token_hash = ? and revoked_at is null',
    [tokenHash],
  );
  return rows[0];
}

export async function addJoinToken(db: Db, tokenHash: string, teamId: TeamId, lifetimeMs: number): Promise<void> {
  await db.raw(
    `insert into join_tokens (token_hash, team_id, expires_at) values (?, ?, now() + ? * interval '1 millisecond')`,
    [tokenHash, teamId, lifetimeMs],
  );
}

/** Uses a token up; undefined when there is none that is valid. */
export async function takeJoinToken(tx: Tx, tokenHash: string): Promise<TeamId | undefined> {
  const rows = await rowsOf<{ team_id: TeamId; valid: boolean }>(
    tx,
    'delete from join_tokens where token_hash = ? returning team_id, expires_at > now() as valid',
    [tokenHash],
  );
  return rows[0]?.valid ? rows[0].team_id : undefined;
}

export async function addHost(tx: Tx, host: HostRow & { token_hash: string }): Promise<void> {
  await tx.raw('insert into hosts (host_id, team_id, name, public_key, token_hash) values (?, ?, ?, ?, ?)', [
    host.host_id,
    host.team_id,
    host.name,
    host.public_key,
    host.token_hash,
  ]);
}
