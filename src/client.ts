import { type OutletClientOptions, settingsFrom, withEnvironment } from './client-options.js';
import type { ChannelType, MenuQuery } from './entities/index.js';
import { OutletError } from './errors/outlet-error.js';
import type { Call } from './http/call.js';
import type { Method } from './http/endpoint.js';
import { Lifetime } from './http/lifetime.js';
import type { PostOptions, QueryValue, RequestOptions } from './http/options.js';
import type { Settings } from './http/settings.js';
import { Transport } from './http/transport.js';
import type { RateLimitState } from './rate-limit/rate-limiter.js';
import { ActionLogs } from './resources/action-logs.js';
import { BaseMenus } from './resources/base-menus.js';
import { Channels } from './resources/channels.js';
import { GoodsReceipts } from './resources/goods-receipts.js';
import { Menus } from './resources/menus.js';
import { Orders } from './resources/orders.js';
import { Reservations } from './resources/reservations.js';
import type { WebhookEvent } from './webhooks/events.js';
import { fetchRelated, type RelatedTo } from './webhooks/fetch-related.js';

/** An endpoint that this version of the client does not know. */
export interface UnknownRequest {
  method: Method;
  /**
   * Below `/api/v1`: `/outlet`, or with parameters in braces: `/suppliers/{supplierId}`. Errors and log lines show what is not in
   * braces, and of a path without any only what the specification names.
   */
  path: string;
  /** What stands for the parameters of the path; each is encoded. */
  params?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, QueryValue>> | undefined;
  /** Sent as JSON. */
  body?: unknown;
}

/**
 * The service, for one API key: one outlet and one use case.
 *
 * @example
 * ```ts
 * const outlet = new OutletClient({ baseUrl: 'https://pos.example', accessToken: process.env.OUTLET_ACCESS_TOKEN });
 * const channels = await outlet.channels.list();
 * ```
 */
export class OutletClient {
  /** Where orders come in: partners' platforms and tables. */
  readonly channels: Channels;
  /** What can be ordered. */
  readonly menus: Menus;
  /** Orders of the POS: create, follow, list, cancel, import. */
  readonly orders: Orders;
  /** Orders that are linked to reservations and walk-ins. */
  readonly reservations: Reservations;
  /** What was done to orders, and by whom. */
  readonly actionLogs: ActionLogs;
  /** Menus from which the outlet's menus are made. */
  readonly baseMenus: BaseMenus;
  /** What suppliers delivered. */
  readonly goodsReceipts: GoodsReceipts;

  readonly #options: OutletClientOptions;
  readonly #life = new Lifetime([], Number.POSITIVE_INFINITY);
  readonly #lives = [this.#life];
  readonly #settings: Settings;
  readonly #transport: Transport;

  /** @throws InvalidRequestError that names every option that is wrong or missing */
  constructor(options: OutletClientOptions = {}) {
    this.#options = withEnvironment(options);
    this.#settings = settingsFrom(this.#options, this.#lives);
    this.#transport = new Transport(this.#settings);
    this.channels = new Channels(this.#transport);
    this.menus = new Menus(this.#transport);
    this.orders = new Orders(this.#transport);
    this.reservations = new Reservations(this.#transport);
    this.actionLogs = new ActionLogs(this.#transport);
    this.baseMenus = new BaseMenus(this.#transport);
    this.goodsReceipts = new GoodsReceipts(this.#transport);
  }

  /** How things stand with the rate limit of the key. Specification: "Limits". */
  get rateLimit(): RateLimitState {
    return this.#transport.rateLimit;
  }

  /**
   * A client with other options. It shares the rate limit of the key, and is closed with this one.
   *
   * @example
   * ```ts
   * const urgent = outlet.withOptions({ timeout: 5_000 });
   * ```
   */
  withOptions(options: OutletClientOptions): OutletClient {
    const entries = Object.entries({ ...options });
    const given = entries.filter(([, value]) => value !== undefined);
    const derived = new OutletClient({ ...this.#options, ...Object.fromEntries(given) });
    derived.#lives.push(...this.#lives);
    derived.#settings.observers.continueFrom(this.#settings.observers);
    return derived;
  }

  /**
   * Calls an endpoint that this version does not know, with all that every call has: token, idempotency key, rate limit,
   * retries, errors. The answer is handed on as it comes.
   *
   * @example
   * ```ts
   * const details = await outlet.request<{ name: string }>({ method: 'GET', path: '/outlet' });
   * ```
   */
  request<T = unknown>(request: UnknownRequest, options?: PostOptions): Call<T> {
    return this.#transport.request<T>(() => {
      const { method, path, params, query, body } = { ...request };
      return [
        { id: 'request', method, path, answer: 'anything' },
        { params, query, body },
      ];
    }, options);
  }

  /**
   * Fetches what a webhook event tells of: the order, the channels, or the menu that `query` names.
   *
   * @example
   * ```ts
   * const related = await outlet.fetchRelated(parseWebhookEvent(body));
   * if (related.kind === 'order') console.log(related.order.status);
   * ```
   * @throws InvalidRequestError where a menu is to be fetched and no query is given
   */
  fetchRelated<Event extends WebhookEvent, Type extends ChannelType = never>(
    event: Event,
    query?: MenuQuery<Type>,
    options?: RequestOptions,
  ): Promise<RelatedTo<Event, Type>> {
    return fetchRelated(this, event, query, options);
  }

  /** Ends what waits and what is under way, with a `ConnectionError`. Further calls are refused in the same way. */
  close(): void {
    this.#life.end(new OutletError('The client was closed'));
  }
}
