import type { Migration } from '@pitwall/service-kit';

/** Append-only: a migration that has shipped is never edited. */
export const migrations: readonly Migration[] = [
  {
    name: '001-sessions',
    up: async (tx) => {
      await tx.raw(`
        create table sessions (
          session_id text primary key,
          host_id text not null,
          shard int not null,
          status text not null,
          state jsonb not null,
          -- Host time (ms) of the next thing that happens by itself; see core/deadlines.ts.
          next_deadline_t double precision,
          -- When the host was asked about that deadline, by the database's clock.
          asked_at timestamptz,
          unreachable boolean not null default false
        );
        create index sessions_due on sessions (shard, host_id, next_deadline_t) where next_deadline_t is not null;
        create index sessions_open on sessions (shard, host_id) where status <> 'ended';
        create table history (
          n bigint generated always as identity primary key,
          session_id text not null,
          status text not null,
          rule text not null,
          event text not null,
          at_ms double precision not null,
          guess boolean not null
        );
        create index history_of_session on history (session_id, n);
      `);
    },
  },
  {
    name: '002-launches-and-dialog-reporters',
    up: async (tx) => {
      await tx.raw(`
        -- Server time (epoch ms) at which a terminal that was asked for is given up; null once it opened or failed.
        alter table sessions add column given_up_at double precision;
        create index sessions_launching on sessions (shard, given_up_at) where given_up_at is not null;
        -- CLIs that have sent a PermissionRequest on a host: a timer's guess about them makes no sound (X-29).
        create table dialog_reporters (
          host_id text not null,
          cli text not null,
          primary key (host_id, cli)
        );
      `);
    },
  },
];
