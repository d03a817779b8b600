/**
 * Keeps your copy of the outlet's orders and goods receipts up to date.
 *
 * @packageDocumentation
 */

export type { Issue } from '../errors/issue.js';
export { RequestValidationError } from '../errors/request-validation-error.js';
export type { CheckpointOptions } from './checkpoints/checkpoint-options.js';
export type {
  CheckpointStore,
  LeaseRequest,
  SyncCheckpoint,
  SyncRun,
  SyncTask,
} from './checkpoints/checkpoint-store.js';
export { LeaseError } from './checkpoints/lease-error.js';
export { createMemoryCheckpointStore } from './checkpoints/memory-checkpoint-store.js';
export { pollGoodsReceipts } from './goods-receipts/poll-goods-receipts.js';
export type {
  GoodsReceiptChange,
  GoodsReceiptFailure,
  NotFoundReceipt,
  PollInfo,
  PollOptions,
  PollReport,
} from './goods-receipts/poll-options.js';
export { createOrderCopy } from './order-copy/create-order-copy.js';
export {
  createMemoryOrderStore,
  type MemoryOrderStoreOptions,
  type MemoryTransaction,
} from './order-copy/memory-order-store.js';
export type {
  BackfillCopyOptions,
  CopyRunOptions,
  OrderCopy,
  OrderCopyOptions,
  ReconcileCopyOptions,
} from './order-copy/options.js';
export type { ListedOrders, LockedOrder, OrderStore, StoredOrder } from './order-copy/order-store.js';
export type { OrderCopyReport } from './order-copy/reconcile-copy.js';
export type { OrderChange } from './order-copy/write-order.js';
export { createOrderFeed, type OrderFeed, type OrderFeedOutcome } from './order-feed/create-order-feed.js';
export type {
  OrderFeedContext,
  OrderFeedErrorInfo,
  OrderFeedInfo,
  OrderFeedOptions,
  OrderQueueOptions,
} from './order-feed/options.js';
export { OrderFeedError } from './order-feed/order-feed-error.js';
export type {
  BackfillInfo,
  BackfillOptions,
  BackfillReport,
} from './orders/backfill-options.js';
export { backfillOrders } from './orders/backfill-orders.js';
export type { OrderRangeOptions } from './orders/order-list.js';
export { createOutbox } from './outbox/create-outbox.js';
export type { OutboxEntry, OutboxRef, OutboxState } from './outbox/entry.js';
export { createMemoryOutboxStore, type MemoryOutboxStoreOptions } from './outbox/memory-outbox-store.js';
export type { OutboxAddOptions, OutboxFilter, OutboxOptions } from './outbox/options.js';
export type { Outbox } from './outbox/outbox.js';
export { OutboxError } from './outbox/outbox-error.js';
export type {
  OutboxDueRequest,
  OutboxListRequest,
  OutboxRow,
  OutboxStore,
} from './outbox/outbox-store.js';
export type { SyncProgress } from './resumable-list/sync-progress.js';
