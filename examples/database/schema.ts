import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/**
 * The tables of this example, and those of `outlet-open-api/postgres`. Amounts are exact decimals in the currency of the
 * outlet. `sales` and `purchases` are only ever added to: what is entered twice stays wrong.
 */
export const schema = `
  select pg_advisory_xact_lock(hashtext('outlet schema'));  -- processes that start together create the tables one after another
  ${readFileSync(resolve('outlet-open-api/postgres.sql'), 'utf8')}
  -- An outlet can have several keys, which deliver the same orders. Each outlet needs one with the use case Order Data.
  create table if not exists api_keys (
    ref          text primary key check (ref ~ '^[A-Za-z0-9_-]+$'),  -- your ID of the key, in its webhook URL
    outlet_ref   text not null,                                      -- your ID of the outlet
    use_case     text not null,                                      -- such as 'order-data'
    access_token text not null,                                      -- encrypt it, or keep it in a secret store
    outlet_id    text                                                -- the API's own ID of the outlet, if you know it
  );

  create table if not exists sales (
    entry      bigint generated always as identity primary key,
    outlet_ref text not null,
    order_id   text not null,
    amount     numeric not null,
    foreign key (outlet_ref, order_id) references outlet_orders
  );

  create table if not exists receipts (
    outlet_ref text not null,
    id         text not null,
    content    jsonb not null,
    owed       numeric not null default 0,      -- what its purchases add up to
    difference numeric not null default 0,      -- what was last added to its purchases
    read_at    timestamptz not null,            -- the time of the database before the receipt was read
    is_listed  boolean not null default true,
    parked     text,                            -- what a person must look at
    primary key (outlet_ref, id)
  );
  create table if not exists purchases (
    entry      bigint generated always as identity primary key,
    outlet_ref text not null,
    receipt_id text not null,
    amount     numeric not null,
    foreign key (outlet_ref, receipt_id) references receipts
  );

  -- Only for an ordering platform: what its guests see. The outbox has a table of its own.
  create table if not exists guest_orders (
    key_ref   text not null,                -- your ID of the key
    order_ref text not null,                -- your number of the order
    status    text not null,                -- of the order, or the state of the outbox
    version   integer not null default 0,   -- of the entry in the outbox
    primary key (key_ref, order_ref)
  );
`;
