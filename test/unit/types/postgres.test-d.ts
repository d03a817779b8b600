import { createPostgresCheckpointStore, type PostgresClient } from 'outlet-open-api/postgres';
import { backfillOrders, type CheckpointStore, type SyncCheckpoint } from 'outlet-open-api/sync';
import { expectTypeOf, test } from 'vitest';

declare const pool: PostgresClient;
declare const client: PostgresClient;
declare const outlet: Parameters<typeof backfillOrders>[0];

test('the checkpoint store saves with the run', () => {
  const checkpoints = createPostgresCheckpointStore({ pool });
  expectTypeOf(checkpoints).toExtend<CheckpointStore>();
  backfillOrders(outlet, {
    name: 'n',
    outletRef: 'bistro',
    from: new Date(),
    checkpoints,
    onOrders: (_, { checkpoint, run }) => checkpoints.with(client).save(run, checkpoint),
  });
  const checkpoint: SyncCheckpoint = { version: 2, task: 'backfill', outletRef: 'bistro' };
  // @ts-expect-error - a run, not its name
  checkpoints.with(client).save('n', checkpoint);
});

test('a client needs only query', () => {
  createPostgresCheckpointStore({ pool: { query: async () => ({ rows: [{ key: 'k' }] }) } });
  // @ts-expect-error - a result has rows
  createPostgresCheckpointStore({ pool: { query: async () => [] } });
});
