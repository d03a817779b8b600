-- Apply this file once, and the tables of the SDK for the nightly run:
-- psql "$DATABASE_URL" -f node_modules/outlet-open-api/dist/postgres.sql -f schema.sql

-- Your API keys, with the use case Order Data or Inventory Management. An outlet can have several, which deliver the same orders.
-- Encrypt the tokens, or keep them in a secret store and read them there: see outlets.ts.
create table if not exists api_keys (
  ref          text primary key check (ref ~ '^[A-Za-z0-9_-]+$'), -- your ID of the key, in its webhook URL
  outlet_ref   text not null,                                     -- your ID of the outlet
  access_token text not null
);

-- The latest copy of each order. Amounts are exact decimals in the currency of the outlet.
create table if not exists orders (
  outlet_ref text not null,
  id         text not null,
  content    jsonb not null,
  paid       numeric not null,      -- the sum of its sales
  difference numeric not null,      -- what its last write added to its sales
  read_at    timestamptz not null,  -- when the request that read it was sent
  written_at timestamptz not null default clock_timestamp(),
  primary key (outlet_ref, id)
);
create index if not exists orders_written on orders (outlet_ref, written_at);

-- Rows are only added, so a sale that is booked twice stays visible.
create table if not exists sales (
  entry      bigint generated always as identity primary key,
  outlet_ref text not null,
  order_id   text not null,
  amount     numeric not null,
  foreign key (outlet_ref, order_id) references orders
);
create index if not exists sales_of_order on sales (outlet_ref, order_id);
