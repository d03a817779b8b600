/**
 * Stores a copy of all orders, the outbox and checkpoints in PostgreSQL, and commits them with your own rows.
 *
 * @packageDocumentation
 */
export type { Issue } from '../errors/issue.js';
export { OutletError } from '../errors/outlet-error.js';
export { RequestValidationError } from '../errors/request-validation-error.js';
export type {
  CheckpointStore,
  LeaseRequest,
  SyncCheckpoint,
  SyncRun,
  SyncTask,
} from '../sync/checkpoints/checkpoint-store.js';
export { LeaseError } from '../sync/checkpoints/lease-error.js';
export type { ListedOrders, LockedOrder, OrderStore, StoredOrder } from '../sync/order-copy/order-store.js';
export type { OutboxRef } from '../sync/outbox/entry.js';
export type { OutboxDueRequest, OutboxRow, OutboxStore } from '../sync/outbox/outbox-store.js';
export { createPostgresCheckpointStore } from './checkpoint-store.js';
export { inTransaction, type PostgresConnection, type PostgresPool } from './in-transaction.js';
export { createPostgresOrderStore, type PostgresOrderStoreOptions } from './order-store.js';
export { createPostgresOutboxStore } from './outbox-store.js';
export type { PostgresClient, PostgresOptions } from './postgres-client.js';
