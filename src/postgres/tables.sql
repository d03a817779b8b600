-- The table of createPostgresCheckpointStore. Run this file once, for example as a migration.
-- The table is in the first schema of your search_path.

create table if not exists outlet_checkpoints (
  name       text primary key,
  checkpoint text,        -- JSON; null until the first save
  token      text,        -- of the run that has the lease
  until      timestamptz  -- when another run can take the lease
);
