import type { CreateOrder, ImportOrder, Order, OrderQuery, UpdateOrder } from '../entities/index.js';
import { InvalidRequestError } from '../errors/invalid-request-error.js';
import type { Call } from '../http/call.js';
import { checkTime } from '../http/check-options.js';
import type { PostOptions, RequestOptions } from '../http/options.js';
import type { Transport } from '../http/transport.js';
import type { Paginator } from '../lists/index.js';
import { createOrder, getOrder, importOrder, listOrders, updateOrder } from '../operations/orders.js';
import { cancelledAfterAll } from './cancelled-after-all.js';
import { type ListOptions, paginate } from './paginate.js';

/** How to wait for an order. */
export interface WaitForOptions {
  /** Whether the order is as you want it. */
  until: (order: Order) => boolean;
  /** Ends the waiting; it then rejects with the signal's own reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds between two looks. Default: 5,000. */
  interval?: number | undefined;
}

/** Orders of the POS. */
export class Orders {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates an order. Specification: "POST /orders".
   *
   * @example
   * ```ts
   * const order = await outlet.orders.create({
   *   channelId: channel.id,
   *   partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1001' },
   *   items: [{ menuItemId: 'm-1', quantity: 2 }],
   * });
   * ```
   * @throws BadRequestError where the service finds it invalid, or the discounts exceed the bill
   * @throws ConflictError where the idempotency key was used with another body
   */
  create(order: CreateOrder, options?: PostOptions): Call<Order> {
    return this.#transport.call(createOrder, { body: order }, options);
  }

  /**
   * Fetches one order. Specification: "GET /orders/:id".
   *
   * @throws NotFoundError where it does not exist, or was aggregated by a partner
   */
  get(orderId: string, options?: RequestOptions): Call<Order> {
    return this.#transport.call(getOrder, { params: { orderId } }, options);
  }

  /**
   * Lists the orders of a date range, each once. A range of over 31 days is split. Specification: "GET /orders".
   *
   * @example
   * ```ts
   * for await (const order of outlet.orders.list({ from, to, status: 'complete' })) console.log(order.id);
   * ```
   * @throws InvalidRequestError at once, where a bound is no instant or `from` lies after `to`
   */
  list(query: OrderQuery, options?: ListOptions): Paginator<Order> {
    return paginate(this.#transport, listOrders, query, options);
  }

  /**
   * Changes an order. `cancelled` is the only documented change. Specification: "PUT /orders/:id".
   *
   * @throws NotFoundError where it does not exist, or was aggregated by a partner
   * @throws BadRequestError where the service does not allow the change
   */
  update(orderId: string, changes: UpdateOrder, options?: RequestOptions): Call<Order> {
    return this.#transport.call(updateOrder, { params: { orderId }, body: changes }, options);
  }

  /**
   * Cancels an order. Where it stays unknown whether that was performed, the order is read once, and the call succeeds if it
   * is cancelled; `withResponse()` then gives the answer of that read. Specification: "PUT /orders/:id".
   *
   * @throws NotFoundError where it does not exist, or was aggregated by a partner
   * @throws BadRequestError where the service does not allow it, as for an order that has ended
   */
  cancel(orderId: string, options?: RequestOptions): Call<Order> {
    const update = this.update(orderId, { status: 'cancelled' }, options);
    return cancelledAfterAll(this.#transport, orderId, update, options);
  }

  /**
   * Imports a historical order, directly as complete and without side effects. Specification: "POST /orders/import".
   *
   * @throws InvalidRequestError where `externalOrderSource` is missing
   */
  import(order: ImportOrder, options?: PostOptions): Call<Order> {
    return this.#transport.call(importOrder, { body: order }, options);
  }

  /**
   * Looks at an order until it is as you want it. Webhooks are the better way to follow an order; this is for scripts, and for
   * when they fail. Without a signal it goes on until the order is.
   *
   * @example
   * ```ts
   * await outlet.orders.waitFor(id, { until: ({ status }) => status === 'complete', signal: AbortSignal.timeout(60_000) });
   * ```
   * @throws the first error of a look, and the signal's own reason once it aborts
   */
  async waitFor(orderId: string, options: WaitForOptions): Promise<Order> {
    const refused = 'The order was not looked at';
    const { until, signal, interval = 5_000 } = { ...options };
    const issues = checkTime('interval', interval);
    if (typeof until !== 'function') issues.push({ path: 'until', message: 'must be a function' });
    if (issues.length > 0) throw new InvalidRequestError(refused, issues);
    for (;;) {
      const order = await this.get(orderId, { signal, priority: 'background' });
      if (until(order)) return order;
      await this.#transport.pause(interval, signal);
    }
  }
}
