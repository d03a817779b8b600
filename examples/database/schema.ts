import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** The tables of this example, and those of `outlet-open-api/postgres`. */
export const schema = `
  select pg_advisory_xact_lock(hashtext('outlet schema'));  -- processes that start together create the tables one after another
  ${readFileSync(resolve('outlet-open-api/postgres.sql'), 'utf8')}
  ${readFileSync(resolve('./takings.sql'), 'utf8')}
  create table if not exists outlets (
    ref           text primary key,   -- your ID of the outlet
    time_zone     text not null,      -- such as 'Asia/Bangkok'
    currency      text not null,      -- such as 'THB'
    day_starts_at text not null,      -- when a business day starts, such as '04:00'
    first_day     text not null       -- the first business day to post, such as '2026-11-01'
  );
  -- An outlet can have several keys, which deliver the same orders. Each outlet needs one with the use case Order Data.
  create table if not exists api_keys (
    ref          text primary key,                                   -- your ID of the key, in its webhook URL
    outlet_ref   text not null references outlets,
    use_case     text not null,                                      -- such as 'order-data'
    access_token text not null                                       -- encrypt it, or keep it in a secret store
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
