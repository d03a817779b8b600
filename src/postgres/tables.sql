-- The tables of createPostgresCheckpointStore and createPostgresDeduplicator. Run this file once, for example as a migration.
-- The tables are in the first schema of your search_path.

create table if not exists outlet_checkpoints (
  name       text primary key,
  checkpoint text,        -- JSON; null until the first save
  token      text,        -- of the run that has the lease
  until      timestamptz  -- when another run can take the lease
);

create table if not exists outlet_deliveries (
  key     text primary key,
  token   text,                           -- of the claim; null after a done() outside of a transaction
  until   timestamptz not null,           -- the end of the claim, or of the memory that the delivery was handled
  is_done boolean not null default false  -- whether the delivery was handled
);

-- Each claim deletes a few expired rows.
create index if not exists outlet_deliveries_until on outlet_deliveries (until);
