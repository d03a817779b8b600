/**
 * Contains `OutletClient`, the typed client of the Outlet Open API, and its errors.
 *
 * @packageDocumentation
 */
export type { AppInfo } from './app-info.js';
export { OutletClient, type RawRequest } from './client.js';
export type * from './diagnostics/messages.js';
export type * from './entities/index.js';
export { useCases } from './entities/use-case.js';
export * from './errors/index.js';
export { idempotencyKeyFrom } from './idempotency-key.js';
export type { Page } from './lists/pages.js';
export type { Paginator } from './lists/paginator.js';
export type { ListPosition } from './lists/position.js';
export type { TimeRange } from './lists/time-range.js';
export type { Logger } from './logger.js';
export type { AccessTokenRequest, OutletClientOptions } from './options.js';
export { createOutletPool, type OutletPool, type OutletPoolOptions, type PooledContext } from './pool.js';
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
export type { ActionLogs } from './resources/action-logs.js';
export type { BaseMenus } from './resources/base-menus.js';
export type { Channels } from './resources/channels.js';
export type { GoodsReceipts } from './resources/goods-receipts.js';
export type { Menus } from './resources/menus.js';
export type { Orders, WaitForOptions } from './resources/orders.js';
export type { Reservations } from './resources/reservations.js';
export type { CallOptions, ListOptions, PostOptions, WriteOptions } from './transport/call-options.js';
export type { FetchFunction, FetchInit, FetchResponse } from './transport/fetch-function.js';
export type {
  AttemptEvent,
  AttemptMessage,
  Hooks,
  RateLimitEvent,
  ResponseEvent,
  RetryEvent,
  SchemaMismatchEvent,
} from './transport/hooks.js';
export type { OutletPromise, ResponseMeta, WithResponse } from './transport/outlet-promise.js';
export type { LogLevel } from './transport/reporter.js';
export { VERSION } from './version.js';
export type { Related, RelatedTo } from './webhooks/fetch-related.js';
export type { WebhookEvent } from './webhooks/parse/events.js';
