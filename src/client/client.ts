import { Cancellation } from '../cancellation.js';
import { isPlain } from '../json.js';
import type { RateLimitState } from '../rate-limit/rate-limiter.js';
import type { CallOptions, PostOptions } from '../transport/call-options.js';
import type { OutletPromise } from '../transport/outlet-promise.js';
import type { Settings } from '../transport/settings.js';
import { Transport } from '../transport/transport.js';
import { rejectExtraArguments } from './extra-arguments.js';
import { type OutletClientOptions, settingsFrom } from './options.js';
import { ActionLogs } from './resources/action-logs.js';
import { BaseMenus } from './resources/base-menus.js';
import { Channels } from './resources/channels.js';
import { GoodsReceipts } from './resources/goods-receipts.js';
import { Menus } from './resources/menus.js';
import { Orders } from './resources/orders.js';
import { Reservations } from './resources/reservations.js';

/**
 * A request to an endpoint that this version of the client does not know.
 * @inline
 */
export interface RawRequest {
  /** The HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * The path below `/api/v1`, such as `/outlet`, or with parameters in braces: `/suppliers/{supplierId}`. It must start with one
   * slash, without a scheme, dot segments or a query.
   */
  readonly path: string;
  /** Values of the path parameters. The client encodes them. */
  readonly params?: Readonly<Record<string, string>> | undefined;
  /** Query parameters, as in the option `query`. */
  readonly query?: CallOptions['query'];
  /** The body: an object, which is sent as JSON. */
  readonly body?: unknown;
}

/**
 * A client of the Outlet Open API for one API key: one outlet and one use case.
 * @example
 * ```ts
 * const outlet = new OutletClient({ baseUrl: 'https://pos.example', accessToken: process.env.OUTLET_ACCESS_TOKEN });
 * const channels = await outlet.channels.list();
 * ```
 */
export class OutletClient {
  /** Lists the channels that orders come from: partner platforms and tables. */
  readonly channels: Channels;
  /** Fetches menus. */
  readonly menus: Menus;
  /** Creates, reads, lists, cancels and imports orders. */
  readonly orders: Orders;
  /** Creates, updates and cancels orders that are linked to reservations and walk-ins. */
  readonly reservations: Reservations;
  /** Reads the action logs of orders. */
  readonly actionLogs: ActionLogs;
  /** Creates base menus. */
  readonly baseMenus: BaseMenus;
  /** Lists goods receipts: the records of supplier deliveries. */
  readonly goodsReceipts: GoodsReceipts;

  readonly #options: OutletClientOptions;
  readonly #closed = new Cancellation([], Number.POSITIVE_INFINITY);
  /** Abort when this client, or a client that it was derived from, is closed. */
  readonly #allClosed = [this.#closed];
  readonly #settings: Settings;
  readonly #transport: Transport;

  /**
   * Creates a client. It sends nothing until you call a method.
   * @throws {@link RequestValidationError} that lists every invalid or missing option
   */
  constructor(options?: OutletClientOptions) {
    this.#settings = settingsFrom(options ?? {}, this.#allClosed);
    this.#options = { ...options };
    this.#transport = new Transport(this.#settings);
    this.channels = new Channels(this.#transport);
    this.menus = new Menus(this.#transport);
    this.orders = new Orders(this.#transport);
    this.reservations = new Reservations(this.#transport);
    this.actionLogs = new ActionLogs(this.#transport);
    this.baseMenus = new BaseMenus(this.#transport);
    this.goodsReceipts = new GoodsReceipts(this.#transport);
    for (const { prototype } of takingOptions) rejectExtraArguments(prototype);
  }

  /**
   * The state of the key's rate limit. If a custom rate limiter has no `state`, nothing is known: the limit is `Infinity`, and no call
   * is queued. API specification: Limits.
   */
  get rateLimitState(): RateLimitState {
    return this.#transport.rateLimitState;
  }

  /**
   * Returns a client with changed options. It shares the rate limit of the key. Closing this client also closes it. `hooks` are
   * added to those of this client, which run first. Every other option replaces that of this client.
   * @throws {@link RequestValidationError} that lists every invalid option
   */
  withOptions(options?: OutletClientOptions): OutletClient {
    const given = Object.entries(options ?? {}).filter(([, value]) => value !== undefined);
    // The environment can have changed since this client was created.
    const { baseUrl, accessToken } = this.#settings;
    const base = { ...this.#options, baseUrl, accessToken, hooks: undefined };
    // The constructor rejects what is no object, so it must not become one.
    const derived = new OutletClient(
      isPlain(options ?? {}) ? { ...base, ...Object.fromEntries(given) } : options,
    );
    derived.#allClosed.push(...this.#allClosed);
    derived.#settings.reporter.addHooksOf(this.#settings.reporter);
    return derived;
  }

  /**
   * Calls an endpoint that this version of the client does not know, with the same authentication, rate limit and errors as other
   * calls. Returns the response body as received.
   *
   * A POST gets an idempotency key. The client retries GET, PUT and POST. It retries PATCH and DELETE only if no earlier
   * attempt can have had an effect.
   * @example
   * ```ts
   * const details = await outlet.request<{ name: string }>({ method: 'GET', path: '/outlet' });
   * ```
   * @throws {@link RequestValidationError} if the method, the path, its parameters or the body are invalid
   * @throws {@link ApiError} if the API returns an error status
   */
  request<T = unknown>(request: RawRequest, options?: PostOptions): OutletPromise<T> {
    const input = { ...request };
    const { method, path } = input;
    return this.#transport.call<T>({ id: 'request', method, path, responseKind: 'anything' }, input, options);
  }

  /**
   * Returns a hash of the origin of `baseUrl` and the current access token, which identifies the API key in all processes. Store it
   * before you send a POST whose idempotency key you may repeat later. If the hash has changed, do not repeat the call: another API
   * key may not know the idempotency key, and would perform the call again. API specification: Limits › Idempotency rules.
   * @example
   * ```ts
   * const keyHash = await outlet.keyHash();
   * ```
   * @throws {@link OutletError} if the `accessToken` function returns no valid token, or what that function throws
   */
  keyHash(): Promise<string> {
    return this.#transport.keyHash();
  }

  /**
   * Returns when the last call ended, in milliseconds of the monotonic clock, or `Infinity` while calls run or wait, or the outcome of a
   * POST is unknown. Calls of derived clients count.
   * @internal
   */
  get idleSince(): number {
    return this.#transport.hasUnclearPosts ? Number.POSITIVE_INFINITY : this.#closed.idleSince;
  }

  /** Closes the client. Queued, running and later calls reject with a `ConnectionError`. */
  close(): void {
    this.#closed.abort(new DOMException('The client was closed', 'AbortError'));
  }

  /** Closes the client at the end of a block: `using outlet = new OutletClient()`. */
  [Symbol.dispose](): void {
    this.close();
  }
}

const takingOptions = [
  OutletClient,
  ActionLogs,
  BaseMenus,
  Channels,
  GoodsReceipts,
  Menus,
  Orders,
  Reservations,
];

declare global {
  // Type definitions that use these symbols must compile without `lib: ["ESNext.Disposable"]`. `@types/node` declares them in the same way.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
    readonly asyncDispose: unique symbol;
  }
}
