import type { Migration } from '@pitwall/service-kit';

/** Append-only: a migration that has shipped is never edited. */
export const migrations: readonly Migration[] = [
  {
    name: '001-hosts',
    up: async (tx) => {
      await tx.raw(`
        create table teams (
          team_id text primary key,
          name text not null
        );
        create table hosts (
          host_id text primary key,
          team_id text not null references teams,
          name text not null,
          public_key text not null,
          -- sha256 of the host's own token; the token itself is known to the host alone.
          token_hash text not null unique,
          enrolled_at timestamptz not null default now(),
          revoked_at timestamptz
        );
        create table join_tokens (
          token_hash text primary key,
          team_id text not null references teams,
          expires_at timestamptz not null
        );
      `);
    },
  },
  {
    name: '002-browsers',
    up: async (tx) => {
      await tx.raw(`
        create table login_codes (
          code_hash text primary key,
          expires_at timestamptz not null
        );
        create table browsers (
          token_hash text primary key,
          expires_at timestamptz not null
        );
      `);
    },
  },
];
