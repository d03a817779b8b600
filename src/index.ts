/**
 * Contains `OutletClient`, the typed client of the Outlet Open API, and its errors.
 *
 * @packageDocumentation
 */
import type { PageMessage } from './lists/pages.js';
import type { SyncMessage } from './sync/checkpoints/checkpoint-store.js';
import type { OutboxChangeMessage, OutboxMessage } from './sync/outbox/messages.js';
import type { AttemptEndEvent } from './transport/hooks.js';
import type { CallMessage, OutageMessage, QueueMessage } from './transport/messages.js';
import type { WebhookMessage } from './webhooks/handler/delivery-reporter.js';

export type { AppInfo } from './client/app-info.js';
export { OutletClient, type RawRequest } from './client/client.js';
export type { OutageOptions, OutletClientOptions } from './client/options.js';
export {
  createOutletPool,
  type OutletPool,
  type OutletPoolOptions,
  type PooledClientOptions,
  type PooledContext,
} from './client/pool.js';
export type { ActionLogs } from './client/resources/action-logs.js';
export type { BaseMenus } from './client/resources/base-menus.js';
export type { Channels } from './client/resources/channels.js';
export type { GoodsReceipts } from './client/resources/goods-receipts.js';
export type { ListOptions } from './client/resources/list-options.js';
export type { Menus } from './client/resources/menus.js';
export type { Orders, WaitForOptions } from './client/resources/orders.js';
export type { Reservations } from './client/resources/reservations.js';
export { businessDayOf, type DayRangeOptions, dayRange } from './day-range.js';
export type { WorkMessage } from './diagnostics/channels.js';
export type { OpenEnum } from './entities/field-types.js';
export { goodsReceiptStatuses } from './entities/goods-receipt.js';
export type * from './entities/index.js';
export { isEnded } from './entities/order.js';
export * from './errors/index.js';
export { idempotencyKeyFrom } from './idempotency-key.js';
export type { ListPosition } from './lists/list-position.js';
export type { Page, PageMessage } from './lists/pages.js';
export type { Paginator } from './lists/paginator.js';
export type { TimeRange } from './lists/time-range.js';
export type { Logger } from './logger.js';
export type {
  Priority,
  RateLimit,
  RateLimiter,
  RateLimitHeaders,
  RateLimitState,
  Turn,
  TurnRequest,
  TurnResponse,
} from './rate-limit/rate-limiter.js';
export type { SyncMessage } from './sync/checkpoints/checkpoint-store.js';
export type { OutboxRef, OutboxState } from './sync/outbox/entry.js';
export type { OutboxChangeMessage, OutboxMessage } from './sync/outbox/messages.js';
export type {
  CallOptions,
  HeaderEntries,
  PostOptions,
  WriteOptions,
} from './transport/call-options.js';
export type { FetchFunction, FetchInit, FetchResponse } from './transport/fetch-function.js';
export type {
  AttemptEndEvent,
  AttemptEvent,
  AttemptFailure,
  Hooks,
  SchemaMismatchEvent,
} from './transport/hooks.js';
export type { ListName, PerList } from './transport/list-names.js';
export type { CallMessage, OutageMessage, QueueMessage } from './transport/messages.js';
export type { OutletPromise, ResponseMeta, WithResponse } from './transport/outlet-promise.js';
export type { LogLevel } from './transport/reporter.js';
export type { AccessTokenRequest } from './transport/settings.js';
export { VERSION } from './version.js';
export type { WebhookMessage } from './webhooks/handler/delivery-reporter.js';

/** The messages of the diagnostics channels, by the names of the channels without `outlet-open-api:`. */
export interface DiagnosticsMessages {
  /** A call starts. */
  'call:start': CallMessage;
  /** A call has succeeded. */
  'call:end': CallMessage;
  /** A call has failed. */
  'call:error': CallMessage;
  /** An attempt enters the queue. */
  'queue:start': QueueMessage;
  /** An attempt leaves the queue, to be sent or because its call ended. */
  'queue:end': QueueMessage;
  /** An attempt has ended, with or without a response. */
  'attempt:end': AttemptEndEvent;
  /** An outage begins. */
  'outage:start': OutageMessage;
  /** An attempt has succeeded again. */
  'outage:end': OutageMessage;
  /** A page was read. */
  page: PageMessage;
  /** A delivery arrives. */
  'webhook:start': WebhookMessage;
  /** A response to a delivery is ready. */
  'webhook:end': WebhookMessage;
  /** The webhook handler itself failed. */
  'webhook:error': WebhookMessage;
  /** A run starts. */
  'sync:start': SyncMessage;
  /** A run has succeeded. */
  'sync:end': SyncMessage;
  /** A run has failed. */
  'sync:error': SyncMessage;
  /** A step of an outbox starts. */
  'outbox:start': OutboxMessage;
  /** A step of an outbox has ended. */
  'outbox:end': OutboxMessage;
  /** A step of an outbox has failed. It is repeated. */
  'outbox:error': OutboxMessage;
  /** The state of an entry has changed. */
  'outbox:change': OutboxChangeMessage;
}
