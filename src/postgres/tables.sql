-- The tables of `outlet-open-api/postgres`. Run this file once, for example as a migration.
-- They are in the first schema of your search_path.

create table if not exists outlet_checkpoints (
  name       text primary key,
  checkpoint text,        -- JSON; null until the first save
  token      text,        -- of the run that has the lease
  until      timestamptz  -- when another run can take the lease
);

create table if not exists outlet_outbox (
  key_ref   text not null,
  partner   text not null,
  reference text not null,
  state     text not null,    -- such as 'created' or 'unresolved'
  order_id  text,             -- null until it is known
  due_at    timestamptz,      -- when the next step is due; null if nothing is left to do
  version   integer not null, -- the number of writes
  entry     text not null,    -- JSON as text, because a repeated request needs the same order of fields
  primary key (key_ref, partner, reference)
);
create index if not exists outlet_outbox_due on outlet_outbox (due_at) where due_at is not null;
create index if not exists outlet_outbox_state on outlet_outbox (state, key_ref, partner, reference);
create index if not exists outlet_outbox_order on outlet_outbox (key_ref, order_id) where order_id is not null;

-- The table of createPostgresOrderStore. Only the store writes it; read it as you like.
create table if not exists outlet_orders (
  outlet_ref text,         -- your ID of the outlet
  order_id   text,         -- two outlets can have orders with equal IDs
  content    jsonb,        -- the order, as the API returned it
  read_at    timestamptz,  -- the time of the database before the order was read
  last_list  text,         -- the last list that contained the order: the ID of a reconciliation, 'old', or null
  primary key (outlet_ref, order_id)
);
-- Finds the orders that have left the list.
create index if not exists outlet_orders_listed on outlet_orders (outlet_ref, order_id)
  where last_list is distinct from 'old';
