import type { UseCase } from '../entities/use-case.js';
import type { AssumptionOptions, Assumptions } from './assumptions.js';
import type { FakeAutopilot } from './controls/autopilot.js';
import type { FakeGoodsReceipts } from './controls/goods-receipt-controls.js';
import type { FakeOrders } from './controls/order-controls.js';
import type { FakeChannels, FakeMenus } from './controls/publishing-controls.js';
import type { Delivery } from './deliveries/delivery.js';
import type { WebhookFetch } from './deliveries/post-webhook.js';
import type { FakeClock } from './outlet/clock.js';
import type { FakeKey, FakeKeys } from './outlet/keys.js';
import type { PhotoSource } from './outlet/outlet.js';
import type { FakeOutletDetails } from './outlet/state.js';
import type { ActiveFault, Fault } from './service/faults.js';
import type { FakeFetch, RecordedRequest } from './service/fetch.js';
import type { FakeRateLimit } from './service/rate-window.js';

/** Options of an outlet of the fake. */
export interface NewOutlet {
  /** The id of the outlet. Default: a random id. */
  readonly outletId?: string | undefined;
  /** Whether to start without channels, menu, orders, receipts and logs. The default keys always exist. Default: `false`. */
  readonly empty?: boolean | undefined;
  /** The code of the outlet's currency. Default: `EUR`. */
  readonly currency?: string | undefined;
  /**
   * Returns the photo at a URL; returns `undefined` or throws if it cannot be fetched. Default: URLs that end in `.jpg`, `.jpeg` or
   * `.png` have such a photo of 200 kB, without network access.
   */
  readonly photos?: PhotoSource | undefined;
}

/** Options of the fake, including each detail that the API specification does not define: see `Assumptions`. */
export interface FakeOutletOptions extends AssumptionOptions, NewOutlet {
  /** The seed of random values. The same seed results in the same tokens, IDs, data and hostile choices. Default: 1. */
  readonly seed?: number | undefined;
  /**
   * Whether to choose other assumptions at random, except names that a client must know, and choices that contradict the API
   * specification. The property `assumptions` has the choices. Default: `false`.
   */
  readonly hostile?: boolean | undefined;
  /**
   * Returns the time in milliseconds since the epoch. If it returns a constant, call `clock.advance` to start the next window of the
   * rate limit, and waiting deliveries. Default: `Date.now`.
   */
  readonly now?: (() => number) | undefined;
  /** The rate limit of each key. `false` removes the limit and its headers. Default: 5 requests per 1,000 ms. */
  readonly rateLimit?: FakeRateLimit | false | undefined;
  /** Delivers webhooks. Default: the global `fetch`. */
  readonly webhookFetch?: WebhookFetch | undefined;
  /** The URL in front of `/api/v1`. Default: a different URL for each fake, so that fakes do not share a rate limit. */
  readonly baseUrl?: string | undefined;
  /** The id of the merchant. Default: a random id. */
  readonly merchantId?: string | undefined;
}

/** Options of a reset. The ids of merchant and outlet and the tokens of the default keys do not depend on them. */
export interface ResetOptions {
  /** The seed of the initial data and hostile choices. Default: that of the last reset. */
  readonly seed?: number | undefined;
  /** Whether to choose the assumptions at random. Default: as after the last reset. */
  readonly hostile?: boolean | undefined;
  /** Whether to keep all API keys with their webhook URLs, so that running integrations still work. Default: `false`. */
  readonly keepKeys?: boolean | undefined;
}

/** An event that the fake sends on demand. */
export interface TestEvent {
  /** The name of the event, such as `order.complete`. Any name is allowed. */
  readonly event: string;
  /** The key that receives the event: a key, its token or its use case. */
  readonly key: UseCase | FakeKey | (string & Record<never, never>);
  /** The id of the order, in events about an order. Default: none. */
  readonly id?: string | undefined;
}

/** A fake of the API in memory, and one of its outlets. `createFakeOutlet` creates it. */
export interface FakeOutlet {
  /** The `baseUrl` of a client: the URL in front of `/api/v1`. The fake also responds at any other URL. */
  readonly baseUrl: string;
  /** The id of the merchant. */
  readonly merchantId: string;
  /** The id of the outlet. */
  readonly outletId: string;
  /** The assumptions of the fake, including the random choices of hostile mode and what `assume` has set. */
  readonly assumptions: Readonly<Assumptions>;
  /**
   * Changes assumptions at once. `undefined` restores the value that the assumption had after the last reset: the option of the fake, the
   * choice of hostile mode, or the default. A reset restores all assumptions.
   *
   * Requests and events from then on follow the changes. Stored data does not change: the totals of orders (`discountField`,
   * `editsVisible`) and goods receipts (`headerDifference`) until they are calculated again, and the remembered responses to idempotency
   * keys. Webhooks that run or wait keep their payload, delay and time limit. A new `windowPhase` starts a new window of the rate limit.
   * @example
   * ```ts
   * fake.assume({ orderSorting: 'newest-first', emptyLists: 'null' });
   * await runYourIntegration();
   * fake.assume({ emptyLists: undefined });
   * ```
   */
  assume(options: AssumptionOptions): void;
  /** The `fetch` of a client. It calls the fake instead of the network. */
  readonly fetch: FakeFetch;
  /** The clock of the fake, which you can advance. */
  readonly clock: FakeClock;
  /** The API keys of the outlet. */
  readonly keys: FakeKeys;
  /** Returns the first key of a use case. */
  key(useCase: UseCase): FakeKey;
  /** The orders of the outlet. */
  readonly orders: FakeOrders;
  /** Lets the staff work on orders by itself. It is off until you start it. */
  readonly autopilot: FakeAutopilot;
  /** The goods receipts of the outlet. */
  readonly goodsReceipts: FakeGoodsReceipts;
  /** The channels of the outlet. */
  readonly channels: FakeChannels;
  /** The items of the outlet's menu. */
  readonly menus: FakeMenus;
  /** Changes details of the outlet, sends `outlet.updated`, and returns a copy of all details. Default: changes nothing. */
  updateOutlet(details?: Partial<FakeOutletDetails>): FakeOutletDetails;
  /** Sends the last `order.complete` or `order.cancelled` event of orders again. `'all'` means all complete and cancelled orders. */
  republish(ids: string | readonly string[] | 'all'): void;
  /**
   * Adds an outlet of the same merchant, with its own data and keys. Outlets share everything else: the base URL, `fetch`, the clock,
   * the assumptions, requests, deliveries and `reset`. A fault applies to all outlets unless it has an `outletId`.
   */
  addOutlet(outlet?: NewOutlet): FakeOutlet;
  /** The last 10,000 attempts to deliver a webhook, in the order in which they ended. */
  readonly deliveries: readonly Delivery[];
  /**
   * Sends the payload of a delivery again at once, to the current URL of its key. A failure is retried as at first, and a retry that
   * already waits is dropped. Throws if the key receives no webhooks.
   */
  redeliver(delivery: Delivery): void;
  /**
   * Sends an event to one key at once, although nothing has happened. Throws if the key receives no webhooks.
   * @example
   * ```ts
   * fake.sendEvent({ event: 'order.complete', key: 'order-data', id: order.id });
   * ```
   */
  sendEvent(event: TestEvent): void;
  /**
   * Resolves when no webhook is being delivered and none is waiting. With `skipRetries`, it does not wait for retries and delayed
   * deliveries, which never start if the clock is constant.
   */
  idle(options?: { skipRetries?: boolean | undefined }): Promise<void>;
  /**
   * Calls a function every 10 ms until it returns a truthy value, and resolves with this value. Rejects if the function throws, or
   * after `timeout` milliseconds. Default: 4,000, because Vitest and Jest end a test after 5,000 without the reason.
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
   * Makes the next matching requests fail. A request that gets a 401 or 429 anyway does not use up a fault.
   * @example
   * ```ts
   * fake.failNext({ method: 'POST', path: '/orders', fault: 'lost-response' });
   * ```
   * @throws Error if the fault is unknown, or no endpoint has the method and path
   */
  failNext(fault: Fault): void;
  /**
   * The faults that still match requests, oldest first. `remove` ends one.
   * @example
   * ```ts
   * fake.failNext({ fault: 'server-error', share: 0.2, times: Infinity });
   * await runYourIntegration();
   * for (const fault of [...fake.faults]) fault.remove();
   * ```
   */
  readonly faults: readonly ActiveFault[];
  /** The last 10,000 requests that arrived, oldest first. Fewer if their bodies have more than 64 MB. */
  readonly requests: readonly RecordedRequest[];
  /**
   * Restores the initial data and what `assume` has changed. Stops the autopilot. Removes added outlets and keys, requests, deliveries,
   * faults and idempotency keys, and resets the rate limit. The default keys do not change, but lose their webhook URL. Wait for your own
   * requests first, because retries would arrive after the reset. With `seed` or `hostile`, the data and `assumptions` change as if the
   * fake had been created with these options.
   */
  reset(options?: ResetOptions): void;
  /** Stops the autopilot and the webhooks at the end of a block: `using fake = createFakeOutlet()`. */
  [Symbol.dispose](): void;
}

declare global {
  // As in `client/client.ts`, for programs that import only the fake.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
    readonly asyncDispose: unique symbol;
  }
}
