import type { Migration } from './migrate.js';

/** The kit's tables in every service's schema; run before the service's own migrations. */
export const kitMigrations: readonly Migration[] = [
  {
    name: 'kit-001-leases',
    up: async (tx) => {
      await tx.raw(`create table instances (id text primary key, expires_at timestamptz not null)`);
      await tx.raw(`create table shard_leases (
        shard int primary key, owner text, epoch bigint not null default 0, expires_at timestamptz not null)`);
    },
  },
  {
    name: 'kit-002-reading',
    up: async (tx) => {
      await tx.raw(`create table watermarks (
        source text not null, key text not null, seq bigint not null, primary key (source, key))`);
      await tx.raw(`create table reader_hints (
        source text not null, shard int not null, stream_seq bigint not null, msg_id text not null,
        primary key (source, shard))`);
      await tx.raw(`create table dead_letters (
        id bigserial primary key, source text not null, shard int not null, key text, seq bigint,
        subject text not null, payload bytea not null, digest text not null, reason text not null,
        at timestamptz not null default now(), replayed_at timestamptz)`);
      // A message whose key can't be read has no watermark: its bytes are what tells that it is already here.
      await tx.raw(`create unique index on dead_letters (source, digest) where key is null`);
      await tx.raw(`create index on dead_letters (shard) where replayed_at is null`);
    },
  },
  {
    name: 'kit-003-outbox',
    up: async (tx) => {
      await tx.raw(`create table outbox (
        id bigserial primary key, shard int not null, stream text not null, subject text not null, key text not null,
        key_seq bigint, payload bytea not null, headers jsonb, created_at timestamptz not null default now(),
        expires_at timestamptz)`);
      await tx.raw(`create index on outbox (shard, stream, id)`);
      await tx.raw(`create index on outbox (key, key_seq) where key_seq is not null`);
      await tx.raw(`create index on outbox (created_at)`);
      // places: [outbox id, stream sequence] pairs, newest first, thinning out towards the past.
      await tx.raw(`create table outbox_cursors (
        shard int not null, stream text not null, last_id bigint not null, high_id bigint not null,
        resends int not null, places jsonb not null, primary key (shard, stream))`);
    },
  },
  {
    name: 'kit-004-receipts',
    up: async (tx) => {
      await tx.raw(`create table receipts (
        request_id text primary key, receipt jsonb, at timestamptz not null default now())`);
    },
  },
  {
    // Ids grow within a shard by the clock of its owner (see outbox-ids.ts): two shards may use the same one.
    name: 'kit-005-outbox-ids-of-shards',
    up: async (tx) => {
      await tx.raw(`alter table outbox drop constraint outbox_pkey, alter column id drop default`);
      await tx.raw(`drop sequence outbox_id_seq`);
      await tx.raw(`alter table outbox add primary key (shard, id)`);
    },
  },
];
