import type { UseCase } from '../entities/index.js';
import type { AssumptionOptions } from './assumptions.js';
import type { FakeGoodsReceipts } from './controls/goods-receipt-controls.js';
import type { FakeOrders } from './controls/order-controls.js';
import type { FakeChannels, FakeMenus } from './controls/publishing-controls.js';
import type { Delivery, WebhookFetch, WebhookOptions } from './deliveries/deliveries.js';
import type { FakeClock } from './outlet/clock.js';
import type { FakeKey, FakeKeys } from './outlet/keys.js';
import type { FakePhoto } from './outlet/state.js';
import type { Fault } from './service/faults.js';
import type { FakeFetch, RecordedRequest } from './service/fetch.js';
import type { FakeRateLimit } from './service/rate-window.js';

/** How the fake behaves. */
export interface FakeOutletOptions extends AssumptionOptions {
  /** The same seed gives the same tokens, ids and data. Default 1. */
  seed?: number | undefined;
  /** The time in milliseconds since the epoch. Default `Date.now`. */
  now?: (() => number) | undefined;
  /** Begins without channels, menu, orders, receipts and logs. The default keys exist all the same. Default `false`. */
  empty?: boolean | undefined;
  /** Makes pages that hold few records or none and still have a next one. Default `false`. */
  sparsePages?: boolean | undefined;
  /** Default: 5 requests per 1,000 ms and key. `false` switches it off, with its headers. */
  rateLimit?: FakeRateLimit | false | undefined;
  /** Delivers webhooks. Default: the platform's `fetch`. */
  fetch?: WebhookFetch | undefined;
  webhooks?: WebhookOptions | undefined;
  /**
   * What the address of a photo holds; nothing, or an error, where it cannot be fetched. The default asks no network:
   * addresses that end in `.jpg`, `.jpeg` or `.png` hold such a photo of 200 kB.
   */
  photos?: ((url: string) => FakePhoto | undefined | Promise<FakePhoto | undefined>) | undefined;
  /** Code of the outlet's currency. Default `EUR`. */
  currency?: string | undefined;
  /** Address in front of `/api/v1`. Default: one of its own for each fake, so that they do not share a rate limit. */
  baseUrl?: string | undefined;
}

/** The service, as far as the specification describes it, in memory. Made by `createFakeOutlet`. */
export interface FakeOutlet {
  /** Address in front of `/api/v1`. The fake answers at any other address too. */
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly outletId: string;
  /** To be used in place of the platform's `fetch`. */
  readonly fetch: FakeFetch;
  readonly clock: FakeClock;
  readonly keys: FakeKeys;
  /** The default key of a use case. */
  key(useCase: UseCase): FakeKey;
  readonly orders: FakeOrders;
  readonly goodsReceipts: FakeGoodsReceipts;
  readonly channels: FakeChannels;
  readonly menus: FakeMenus;
  /** The merchant changes the details of the outlet. */
  updateOutlet(): void;
  /** Sends the last complete or cancelled event of orders once more. `'all'` means all that have ended. */
  republish(ids: string | readonly string[] | 'all'): void;
  /** Every attempt to deliver a webhook, the oldest first. */
  readonly deliveries: readonly Delivery[];
  /**
   * Resolves when no webhook is under way and none waits to be tried again. With `skipRetries` it does not wait for
   * retries, which a clock that stands still would never begin.
   */
  idle(options?: { skipRetries?: boolean | undefined }): Promise<void>;
  /** Makes one of the next requests fail. */
  failNext(fault: Fault): void;
  /** Every request that arrived, the oldest first. */
  readonly requests: readonly RecordedRequest[];
}
