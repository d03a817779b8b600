import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/**
 * The tables of this example, and those of `outlet-open-api/postgres`. All amounts are in cents. `sales` and `purchases` are only
 * ever added to: what is entered twice stays wrong.
 */
export const schema = `
  create table if not exists orders (
    id      text primary key,
    content jsonb not null,
    cents   integer not null,      -- the sum of its sales
    read_at timestamptz not null,  -- when the request that read it was sent
    noticed timestamptz            -- when a webhook or a nightly run last wrote it; null if only the backfill did
  );
  create table if not exists sales (
    entry    bigint generated always as identity primary key,
    order_id text not null references orders,
    cents    integer not null
  );

  create table if not exists receipts (
    id      text primary key,
    content jsonb not null,
    cents   integer not null    -- what its purchases add up to
  );
  create table if not exists purchases (
    entry      bigint generated always as identity primary key,
    receipt_id text not null references receipts,
    cents      integer not null
  );

  ${readFileSync(resolve('outlet-open-api/postgres.sql'), 'utf8')}
`;
