import type { Migration } from '@pitwall/service-kit';

/** Append-only: a migration that has shipped is never edited. */
export const migrations: readonly Migration[] = [
  {
    name: '001-cards-and-terminals',
    up: async (tx) => {
      await tx.raw(`
        create table hosts (
          host_id text primary key,
          team text not null
        );
        create table terminals (
          host_id text not null,
          terminal_id text not null,
          session_id text not null,
          open boolean not null,
          doc jsonb not null,
          primary key (host_id, terminal_id)
        );
        create table cards (
          host_id text not null,
          session_id text not null,
          terminal_id text,
          live boolean not null,
          -- Every CLI session id that the card shows or has shown.
          cli_session_ids text[] not null,
          doc jsonb not null,
          primary key (host_id, session_id)
        );
        create index cards_live on cards (host_id) where live;
        create index cards_by_cli_session on cards using gin (cli_session_ids);
        create table drops (
          host_id text not null,
          reason text not null,
          count bigint not null,
          primary key (host_id, reason)
        );
      `);
    },
  },
  {
    name: '002-scans-and-links-by-hand',
    up: async (tx) => {
      await tx.raw(`
        -- A look at all processes names every agent of the host.
        alter table cards add column pid int;
        update cards set pid = (doc->'process'->>'pid')::int;
        create index cards_by_pid on cards (host_id, pid) where pid is not null;
        -- What people linked by hand, with the place in the host's log after which it holds.
        create table relinks (
          host_id text not null,
          request_id text not null,
          after_seq bigint not null,
          n int not null,
          doc jsonb not null,
          primary key (host_id, request_id)
        );
        create index relinks_in_order on relinks (host_id, after_seq, n);
        create index cards_by_session on cards (session_id);
      `);
    },
  },
];
