export { OutletClient, type UnknownRequest } from './client.js';
export type { OutletClientOptions } from './client-options.js';
export type * from './entities/index.js';
export * from './errors/index.js';
export type { AccessToken } from './http/access-token.js';
export type { Call, ResponseMeta, WithResponse } from './http/call.js';
export type { ResponseValidation } from './http/check-response.js';
export type {
  CallInfo,
  Hooks,
  Logger,
  LogLevel,
  RateLimitInfo,
  RequestInfo,
  ResponseInfo,
  RetryInfo,
  SchemaMismatchInfo,
} from './http/observers.js';
export type { PostOptions, QueryValue, RequestOptions } from './http/options.js';
export type { Checkpoint, Page, Paginator, TimeWindow } from './lists/index.js';
export type {
  Priority,
  RateLimit,
  RateLimiter,
  RateLimitHeaders,
  RateLimitState,
  Turn,
  TurnAnswer,
  TurnRequest,
} from './rate-limit/rate-limiter.js';
export type { ActionLogs } from './resources/action-logs.js';
export type { BaseMenus } from './resources/base-menus.js';
export type { Channels } from './resources/channels.js';
export type { GoodsReceipts } from './resources/goods-receipts.js';
export type { Menus } from './resources/menus.js';
export type { Orders, WaitForOptions } from './resources/orders.js';
export type { ListOptions } from './resources/paginate.js';
export type { Reservations } from './resources/reservations.js';
export { VERSION } from './version.js';
export type { Related, RelatedTo } from './webhooks/fetch-related.js';
