import { createPostgresCheckpointStore, type PostgresClient } from 'outlet-open-api/postgres';
import type { CheckpointStore } from 'outlet-open-api/sync';
import { expectTypeOf, test } from 'vitest';

declare const pool: PostgresClient;

test('the checkpoint store is a CheckpointStore', () => {
  expectTypeOf(createPostgresCheckpointStore({ pool })).toEqualTypeOf<CheckpointStore>();
});

test('a client needs only query', () => {
  createPostgresCheckpointStore({ pool: { query: async () => ({ rows: [{ key: 'k' }] }) } });
  // @ts-expect-error - a result has rows
  createPostgresCheckpointStore({ pool: { query: async () => [] } });
});
