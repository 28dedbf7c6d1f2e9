import { rowsOf, type Db, type Tx } from '@pitwall/service-kit';
import type { HostId, SessionId, Status } from '@pitwall/contracts';
import type { Session } from '../core/session.js';
import { readStored } from '../core/stored-session.js';

export interface SavedSession {
  readonly session: Session;
  readonly shard: number;
  readonly nextDeadlineT: number | null;
}

export async function loadSessions(tx: Tx | Db, ids: readonly string[]): Promise<Map<string, Session>> {
  const rows = await rowsOf<{ session_id: string; state: Session }>(
    tx,
    'select session_id, state from sessions where session_id = any(?::text[])',
    [[...ids]],
    'load-sessions',
  );
  return new Map(rows.map((row) => [row.session_id, readStored(row.state)]));
}

/** One upsert for many; a new deadline forgets that the old one was asked about. */
export async function saveSessions(tx: Tx, saved: readonly SavedSession[]): Promise<void> {
  if (saved.length === 0) return;
  await rowsOf(
    tx,
    `insert into sessions (session_id, host_id, shard, status, state, next_deadline_t, unreachable, given_up_at)
     select * from unnest(?::text[], ?::text[], ?::int[], ?::text[], ?::jsonb[], ?::double precision[], ?::boolean[],
       ?::double precision[])
     on conflict (session_id) do update set
       status = excluded.status, state = excluded.state, unreachable = excluded.unreachable,
       given_up_at = excluded.given_up_at,
       next_deadline_t = excluded.next_deadline_t,
       asked_at = case when sessions.next_deadline_t is distinct from excluded.next_deadline_t
                  then null else sessions.asked_at end`,
    [
      saved.map(({ session }) => session.id),
      saved.map(({ session }) => session.hostId),
      saved.map(({ shard }) => shard),
      saved.map(({ session }) => session.status),
      saved.map(({ session }) => JSON.stringify(session)),
      saved.map(({ nextDeadlineT }) => nextDeadlineT) as number[],
      saved.map(({ session }) => session.hostUnreachable),
      saved.map(({ session }) => session.launch?.givenUpAt ?? null) as number[],
    ],
    'save-sessions',
  );
}

export async function sessionsOfShard(db: Db, shard: number): Promise<Session[]> {
  const rows = await rowsOf<{ state: Session }>(db, 'select state from sessions where shard = ?', [shard]);
  return rows.map((row) => readStored(row.state));
}

export interface HostTime {
  readonly hostId: HostId;
  /** Host time now, ms. */
  readonly nowT: number;
}

/** At most this many checks in one go; the rest follows on the next look. */
const DUE_LIMIT = 500;

/** Sessions whose deadline is due by their host's time and which were not asked about in the last three seconds. */
export async function dueSessions(db: Db, shards: readonly number[], hosts: readonly HostTime[]): Promise<SessionId[]> {
  if (hosts.length === 0) return [];
  const rows = await rowsOf<{ session_id: SessionId }>(
    db,
    `select s.session_id from sessions s
     join unnest(?::text[], ?::double precision[]) as h (host_id, now_t) using (host_id)
     where s.shard = any(?::int[]) and s.next_deadline_t <= h.now_t
       and (s.asked_at is null or s.asked_at < now() - interval '3 seconds')
     order by s.next_deadline_t limit ${DUE_LIMIT}`,
    [hosts.map((host) => host.hostId), hosts.map((host) => host.nowT), [...shards]],
  );
  return rows.map((row) => row.session_id);
}

/** The soonest deadline of each of these hosts that nobody has been asked about. */
export async function nextDue(
  db: Db,
  shards: readonly number[],
  hostIds: readonly string[],
): Promise<{ hostId: HostId; dueT: number }[]> {
  if (hostIds.length === 0) return [];
  return rowsOf(
    db,
    `select host_id as "hostId", min(next_deadline_t) as "dueT" from sessions
     where shard = any(?::int[]) and host_id = any(?::text[]) and next_deadline_t is not null and asked_at is null
     group by host_id`,
    [[...shards], [...hostIds]],
  );
}

export async function markAsked(tx: Tx, ids: readonly SessionId[]): Promise<void> {
  await tx.raw('update sessions set asked_at = now() where session_id = any(?::text[])', [[...ids]]);
}

/** Open sessions whose mark disagrees with which hosts are in reach. */
export async function sessionsOutOfStep(
  db: Db,
  shards: readonly number[],
  reachable: readonly string[],
): Promise<SessionId[]> {
  const rows = await rowsOf<{ session_id: SessionId }>(
    db,
    `select session_id from sessions
     where shard = any(?::int[]) and status <> 'ended' and unreachable = (host_id = any(?::text[]))`,
    [[...shards], [...reachable]],
  );
  return rows.map((row) => row.session_id);
}

/** Sessions whose terminal was asked for and did not open in time. `now`: server time, epoch ms. */
export async function overdueLaunches(db: Db, shards: readonly number[], now: number): Promise<SessionId[]> {
  const rows = await rowsOf<{ session_id: SessionId }>(
    db,
    `select session_id from sessions where shard = any(?::int[]) and given_up_at <= ? limit ${DUE_LIMIT}`,
    [[...shards], now],
  );
  return rows.map((row) => row.session_id);
}

/** Times in ms. */
export interface HistoryRow {
  readonly session_id: string;
  readonly status: Status;
  readonly rule: string;
  readonly event: string;
  readonly at_ms: number;
  readonly guess: boolean;
}

export async function addHistory(tx: Tx, rows: readonly HistoryRow[]): Promise<void> {
  if (rows.length === 0) return;
  await rowsOf(
    tx,
    `insert into history (session_id, status, rule, event, at_ms, guess)
     select * from unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::double precision[], ?::boolean[])`,
    [
      rows.map((row) => row.session_id),
      rows.map((row) => row.status),
      rows.map((row) => row.rule),
      rows.map((row) => row.event),
      rows.map((row) => row.at_ms),
      rows.map((row) => row.guess),
    ],
    'add-history',
  );
}

export const historyOf = (db: Db | Tx, sessionId: string): Promise<HistoryRow[]> =>
  rowsOf<HistoryRow>(
    db,
    'select session_id, status, rule, event, at_ms, guess from history where session_id = ? order by n',
    [sessionId],
  );
