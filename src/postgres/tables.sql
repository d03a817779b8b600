-- The tables of createPostgresCheckpointStore and createPostgresDeduplicator. Run this file once, for example as a migration.
-- The tables are in the first schema of your search_path.

create table if not exists outlet_checkpoints (
  name       text primary key,
  checkpoint text,        -- JSON; null until the first save
  token      text,        -- of the run that has the lease
  until      timestamptz  -- when another run can take the lease
);

create table if not exists outlet_deliveries (
  key   text primary key,
  token text,                 -- of the claim; null if the delivery was handled
  until timestamptz not null  -- when the claim ends, or the delivery is forgotten
);

create index if not exists outlet_deliveries_until on outlet_deliveries (until);
