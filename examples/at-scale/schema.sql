-- Apply this file once, and the tables of the SDK for the nightly run:
-- psql "$DATABASE_URL" -f node_modules/outlet-open-api/dist/postgres.sql -f schema.sql

-- Your outlets. Encrypt the tokens, or keep them in a secret store and read them there: see outlets.ts.
create table if not exists outlets (
  id           text primary key check (id ~ '^[A-Za-z0-9_-]+$'), -- part of the webhook URL
  access_token text not null
);

-- The latest copy of each order. Amounts are in cents.
create table if not exists orders (
  outlet_id  text not null references outlets,
  id         text not null,
  content    jsonb not null,
  cents      integer not null,      -- the sum of its sales
  read_at    timestamptz not null,  -- when the request that read it was sent
  written_at timestamptz not null default clock_timestamp(),
  primary key (outlet_id, id)
);
create index if not exists orders_written on orders (outlet_id, written_at);

-- Rows are only added, so a sale that is booked twice stays visible.
create table if not exists sales (
  entry     bigint generated always as identity primary key,
  outlet_id text not null,
  order_id  text not null,
  cents     integer not null,
  foreign key (outlet_id, order_id) references orders
);
create index if not exists sales_of_order on sales (outlet_id, order_id);
