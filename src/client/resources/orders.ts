import type {
  Order,
  OrderCreateParams,
  OrderImportParams,
  OrderListParams,
  OrderUpdateParams,
} from '../../entities/index.js';
import { abortReasonIn } from '../../errors/call-aborted-error.js';
import type { ListPosition } from '../../lists/list-position.js';
import type { Paginator } from '../../lists/paginator.js';
import { createOrder, getOrder, importOrder, listOrders, updateOrder } from '../../operations/index.js';
import { checkDuration, checkFunction, checkSignal } from '../../options/checks.js';
import { readOptions } from '../../options/read-options.js';
import type { CallOptions, PostOptions, WriteOptions } from '../../transport/call-options.js';
import type { OutletPromise } from '../../transport/outlet-promise.js';
import type { Transport } from '../../transport/transport.js';
import { confirmCancellation, confirmUpdate } from './confirm-update.js';
import type { ListOptions } from './list-options.js';
import { paginate } from './paginate.js';

/**
 * Options of `orders.waitFor`.
 * @inline
 */
export interface WaitForOptions {
  /** Returns `true`, or a promise of it, to stop polling. */
  readonly until: (order: Order) => boolean | Promise<boolean>;
  /** Stops polling. `waitFor` then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds between two reads: positive, or `Infinity`. Default: 5,000. */
  readonly interval?: number | undefined;
}

/** Creates, reads, lists, cancels and imports orders. A client has it as `outlet.orders`. */
export class Orders {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates an order. The client makes an idempotency key unless you pass one, and every attempt carries the same key, so a retry
   * never creates a second order. If the error has the outcome `unknown`, the order may exist: unless the error says otherwise,
   * repeat the call with the same body, the same API key and the `idempotencyKey` of the error. If your own code repeats calls, such as
   * `pRetry` or a job queue, pass one `idempotencyKey` to all tries. API specification: Endpoints › `POST /orders`.
   * @example
   * ```ts
   * const order = await outlet.orders.create({
   *   channelId: 'channel-foodie',
   *   partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1001' },
   *   items: [
   *     { menuItemId: 'item-burger', quantity: 2, options: [{ optionId: 'option-cheese', quantity: 1 }] },
   *   ],
   * });
   * ```
   * @throws {@link BadRequestError} if the order is invalid, or the discounts exceed the bill total
   * @throws {@link ConflictError} if the idempotency key was used before: with another body, or by a request that still runs
   */
  create(order: OrderCreateParams, options?: PostOptions): OutletPromise<Order> {
    return this.#transport.call(createOrder, { body: order }, options);
  }

  /**
   * Fetches one order. API specification: Endpoints › `GET /orders/:id`.
   * @throws {@link NotFoundError} if the order does not exist, or is partner-aggregated
   */
  get(orderId: string, options?: CallOptions): OutletPromise<Order> {
    return this.#transport.call(getOrder, { params: { orderId } }, options);
  }

  /**
   * Resumes a list from the `position` of a page, with its range. The filters and `outletRef` must be those of that list.
   * @throws {@link RequestValidationError} at once, if `resumeFrom` or a filter is invalid
   * @throws the errors of a call, {@link EndlessListError}, or the signal's reason, while you iterate
   */
  list(
    query: Partial<OrderListParams>,
    options: ListOptions & { readonly resumeFrom: ListPosition | string },
  ): Paginator<Order>;
  /**
   * Lists the complete and cancelled orders of a date range, each once. Open orders are not listed, nor are those that the staff
   * has reopened. The client splits a range of more than 31 days into windows. The API specification does not define the sort
   * order. API specification: Endpoints › `GET /orders`.
   * @example
   * ```ts
   * for await (const order of outlet.orders.list({ from, to, status: 'complete' })) console.log(order.id);
   * ```
   * @throws {@link RequestValidationError} at once, if the range, `status`, `concurrency` or `resumeFrom` is invalid
   * @throws the errors of a call, {@link EndlessListError}, or the signal's reason, while you iterate
   */
  list(query: OrderListParams, options?: ListOptions): Paginator<Order>;
  list(query: Partial<OrderListParams>, options?: ListOptions): Paginator<Order> {
    return paginate(this.#transport, listOrders, query, options);
  }

  /**
   * Updates an order. The only documented change is `status: 'cancelled'`. If the response has no usable body, the client reads the
   * order once, and returns that order. API specification: Endpoints › `PUT /orders/:id`.
   * @throws {@link RequestValidationError} if `status` has another value than `cancelled`
   * @throws {@link NotFoundError} if the order does not exist, or is partner-aggregated
   * @throws {@link BadRequestError} if the API rejects the change (assumed: the API specification does not define the status)
   */
  update(orderId: string, changes: OrderUpdateParams, options?: WriteOptions): OutletPromise<Order> {
    const update = this.#update(orderId, changes, options);
    return confirmUpdate(this.#transport, orderId, update, options);
  }

  #update(orderId: string, body: OrderUpdateParams, options?: WriteOptions): OutletPromise<Order> {
    return this.#transport.call(updateOrder, { params: { orderId }, body }, options);
  }

  /**
   * Cancels an order. If the outcome is unknown, the client reads the order once. The call succeeds if that order is cancelled,
   * and `withResponse()` then returns the response to that read. The API specification does not define which statuses allow
   * cancellation. API specification: Endpoints › `PUT /orders/:id`.
   * @throws {@link NotFoundError} if the order does not exist, or is partner-aggregated
   * @throws {@link BadRequestError} if the API rejects the cancellation (assumed: the API specification does not define the status)
   */
  cancel(orderId: string, options?: WriteOptions): OutletPromise<Order> {
    const update = this.#update(orderId, { status: 'cancelled' }, options);
    return confirmCancellation(this.#transport, orderId, update, options);
  }

  /**
   * Imports a historical order with the status `complete`. The API does not print, send webhooks or check the inventory.
   * API specification: Endpoints › `POST /orders/import`.
   * @throws {@link RequestValidationError} if `externalOrderSource` is missing, or `orderDate` or `paidAt` is not an ISO 8601 time
   * @throws {@link ConflictError} if the idempotency key was used before: with another body, or by a request that still runs
   */
  import(order: OrderImportParams, options?: PostOptions): OutletPromise<Order> {
    return this.#transport.call(importOrder, { body: order }, options);
  }

  /**
   * Polls an order with background priority, until `until` returns `true`. Use it in scripts and tests; in production, follow
   * orders by webhook. Without a `signal`, it has no time limit. API specification: Endpoints › `GET /orders/:id`.
   * @example
   * ```ts
   * await outlet.orders.waitFor(id, { until: isEnded, signal: AbortSignal.timeout(60_000) });
   * ```
   * @throws {@link RequestValidationError} if `until` is not a function, or `interval` is not positive
   * @throws the first error of a request or of `until`, or the signal's reason
   */
  async waitFor(orderId: string, options: WaitForOptions): Promise<Order> {
    const { until, signal, interval } = readOptions('The order was not read', options, (option) => ({
      until: option('until', checkFunction),
      signal: option('signal', checkSignal, undefined),
      interval: option('interval', checkDuration, 5_000),
    }));
    for (;;) {
      const order = await this.get(orderId, { signal, priority: 'background' }).catch((error: unknown) => {
        throw abortReasonIn(error);
      });
      if (await until(order)) return order;
      await this.#transport.pause(interval, signal);
    }
  }
}
