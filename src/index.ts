/**
 * Contains `OutletClient`, the typed client of the Outlet Open API, and its errors.
 *
 * @packageDocumentation
 */
export type { AppInfo } from './client/app-info.js';
export { OutletClient, type RawRequest } from './client/client.js';
export type { AccessTokenRequest, OutletClientOptions } from './client/options.js';
export { createOutletPool, type OutletPool, type OutletPoolOptions } from './client/pool.js';
export type { ActionLogs } from './client/resources/action-logs.js';
export type { BaseMenus } from './client/resources/base-menus.js';
export type { Channels } from './client/resources/channels.js';
export type { GoodsReceipts } from './client/resources/goods-receipts.js';
export type { Menus } from './client/resources/menus.js';
export type { Orders, WaitForOptions } from './client/resources/orders.js';
export type { Reservations } from './client/resources/reservations.js';
export { type DayRangeOptions, dayRange } from './day-range.js';
export type {
  CallMessage,
  DiagnosticsMessages,
  PageMessage,
  QueueMessage,
  SyncMessage,
  WebhookMessage,
  WorkMessage,
} from './diagnostics/messages.js';
export type { OpenEnum } from './entities/field-types.js';
export { goodsReceiptStatuses } from './entities/goods-receipt.js';
export type * from './entities/index.js';
export { isEnded } from './entities/order.js';
export * from './errors/index.js';
export { idempotencyKeyFrom } from './idempotency-key.js';
export type { ListPosition } from './lists/list-position.js';
export type { Page } from './lists/pages.js';
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
export type {
  CallOptions,
  HeaderEntries,
  ListOptions,
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
export type { OutletPromise, ResponseMeta, WithResponse } from './transport/outlet-promise.js';
export type { LogLevel } from './transport/reporter.js';
export { VERSION } from './version.js';
