-- Apply this file once, after the tables of the SDK:
-- psql "$DATABASE_URL" -f node_modules/outlet-open-api/dist/postgres.sql -f schema.sql

-- Your API keys: Order Data or Inventory Management for `npm run receiver`, Digital Ordering for `npm run ordering`. An outlet can have several, which deliver the same orders.
-- Encrypt the tokens, or keep them in a secret store and read them there: see outlets.ts.
create table if not exists api_keys (
  ref          text primary key check (ref ~ '^[A-Za-z0-9_-]+$'), -- your ID of the key, in its webhook URL
  outlet_ref   text not null,                                     -- your ID of the outlet
  access_token text not null,
  use_case     text not null default 'order-data'                 -- also 'inventory-management' or 'digital-ordering'
);

-- Exact decimals in the currency of the outlet. Rows are only added, so a sale that is booked twice stays visible.
create table if not exists sales (
  entry      bigint generated always as identity primary key,
  outlet_ref text not null,
  order_id   text not null,
  amount     numeric not null,
  foreign key (outlet_ref, order_id) references outlet_orders
);
create index if not exists sales_of_order on sales (outlet_ref, order_id);

-- What the guests of `npm run ordering` see. The outbox has a table of its own.
create table if not exists guest_orders (
  key_ref   text not null,
  reference text not null,
  status    text not null,    -- of the order, or the state of the outbox
  version   integer not null, -- of the entry in the outbox
  primary key (key_ref, reference)
);
