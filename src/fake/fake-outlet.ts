import type { UseCase } from '../entities/index.js';
import type { AssumptionOptions, Assumptions } from './assumptions.js';
import type { FakeGoodsReceipts } from './controls/goods-receipt-controls.js';
import type { FakeOrders } from './controls/order-controls.js';
import type { FakeChannels, FakeMenus } from './controls/publishing-controls.js';
import type { Delivery, WebhookFetch } from './deliveries/deliveries.js';
import type { FakeClock } from './outlet/clock.js';
import type { FakeKey, FakeKeys } from './outlet/keys.js';
import type { PhotoSource } from './outlet/outlet.js';
import type { Fault } from './service/faults.js';
import type { FakeFetch, RecordedRequest } from './service/fetch.js';
import type { FakeRateLimit } from './service/rate-window.js';

/** An outlet of the fake. */
export interface NewOutlet {
  /** Default: a random one. */
  outletId?: string | undefined;
  /** Starts without channels, menu, orders, receipts and logs, but with the default keys. Default `false`. */
  empty?: boolean | undefined;
  /** Code of the outlet's currency. Default `EUR`. */
  currency?: string | undefined;
  /**
   * Returns what the URL of a photo holds; nothing, or an error, if it cannot be fetched. The default uses no network: URLs that
   * end in `.jpg`, `.jpeg` or `.png` hold such a photo of 200 kB.
   */
  photos?: PhotoSource | undefined;
}

/** How the fake behaves. What the API specification does not define is an option too: see `Assumptions`. */
export interface FakeOutletOptions extends AssumptionOptions, NewOutlet {
  /** The same seed results in the same tokens, IDs, data and hostile choices. Default 1. */
  seed?: number | undefined;
  /**
   * Randomly chooses the assumptions that are not given: the fake is then as difficult as the specification allows. The property
   * `assumptions` has the choices. Default `false`.
   */
  hostile?: boolean | undefined;
  /**
   * The time in milliseconds since the epoch. Default `Date.now`. If it stands still, `clock.advance` begins the next window of the rate
   * limit, and the deliveries that wait.
   */
  now?: (() => number) | undefined;
  /** Default: 5 requests per 1,000 ms and key. `false` removes the limit and its headers. */
  rateLimit?: FakeRateLimit | false | undefined;
  /** Delivers webhooks. Default: the global `fetch`. */
  webhookFetch?: WebhookFetch | undefined;
  /** The URL in front of `/api/v1`. Default: a different one for each fake, so that they do not share a rate limit. */
  baseUrl?: string | undefined;
  /** Default: a random one. */
  merchantId?: string | undefined;
}

/** The API in memory, and one of its outlets. Created by `createFakeOutlet`. */
export interface FakeOutlet {
  /** The URL in front of `/api/v1`. The fake responds at any other URL too. */
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly outletId: string;
  /** The assumptions of the fake. In hostile mode, this shows the random choices. */
  readonly assumptions: Readonly<Assumptions>;
  /** Replaces the platform's `fetch`. */
  readonly fetch: FakeFetch;
  readonly clock: FakeClock;
  readonly keys: FakeKeys;
  /** Returns the first key of a use case. */
  key(useCase: UseCase): FakeKey;
  readonly orders: FakeOrders;
  readonly goodsReceipts: FakeGoodsReceipts;
  readonly channels: FakeChannels;
  readonly menus: FakeMenus;
  /** Sends `outlet.updated`, as if the merchant had changed the details of the outlet. */
  updateOutlet(): void;
  /** Sends the last complete or cancelled event of orders again. `'all'` means all orders that are complete or cancelled. */
  republish(ids: string | readonly string[] | 'all'): void;
  /**
   * Adds an outlet of the same merchant, with data and keys of its own. It shares all else: the base URL, `fetch`, the clock, the
   * assumptions, faults, requests, deliveries and `reset`.
   */
  addOutlet(outlet?: NewOutlet): FakeOutlet;
  /** The attempts to deliver a webhook, in the order in which they ended: the last 10,000. */
  readonly deliveries: readonly Delivery[];
  /**
   * Resolves when no webhook is being delivered and none waits. With `skipRetries` it waits neither for retries nor for delayed
   * deliveries, which never come if the clock stands still.
   */
  idle(options?: { skipRetries?: boolean | undefined }): Promise<void>;
  /**
   * Calls a function every 10 ms until it returns a truthy value, and returns this value. Rejects if the function throws, or after
   * `timeout` milliseconds, which is 5,000 by default.
   *
   * @example
   * ```ts
   * await fake.waitFor(() => fake.deliveries.length > 0);
   * ```
   */
  waitFor<T>(
    predicate: () => T | Promise<T>,
    options?: { timeout?: number | undefined },
  ): Promise<NonNullable<Awaited<T>>>;
  /**
   * Makes one of the next requests fail.
   *
   * @throws TypeError for an unknown fault, or for a method and path that no endpoint has.
   */
  failNext(fault: Fault): void;
  /** The requests that arrived, the oldest first: the last 10,000. */
  readonly requests: readonly RecordedRequest[];
  /**
   * Restores the initial data, removes added outlets and keys, and forgets requests, deliveries, faults, idempotency keys and the rate
   * limit. Default keys stay the same, without a webhook URL. Wait for your own requests first: retries arrive after the reset.
   */
  reset(): void;
}
