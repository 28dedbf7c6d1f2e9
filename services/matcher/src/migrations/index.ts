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
];
