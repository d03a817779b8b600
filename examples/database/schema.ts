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

  -- Only for an ordering platform: see the folder ordering. A row stays when its order was sent.
  create table if not exists platform_orders (
    key_ref         text not null,                    -- your ID of the key, to which its idempotency key belongs
    order_ref       text not null,                    -- your number of the order
    body            text not null,                    -- text, because jsonb changes the order of fields
    idempotency_key uuid not null,
    state           text not null default 'waiting',  -- then 'created', 'rejected', 'expired' or 'unresolved'
    accepted_at     timestamptz not null default clock_timestamp(),
    send_until      timestamptz not null,             -- after this, the guest no longer waits
    first_sent_at   timestamptz,                      -- null while the API cannot have the order
    key_hash        text,                             -- of the API key that sent the order first
    attempts        integer not null default 0,
    next_at         timestamptz not null default clock_timestamp(),
    order_id        text check (state <> 'created' or order_id is not null),  -- the API's ID
    status          text,                             -- null until the order was read
    read_at         timestamptz,
    primary key (key_ref, order_ref),
    unique (key_ref, order_id)
  );
  create index if not exists platform_orders_waiting on platform_orders (next_at) where state = 'waiting';
`;
