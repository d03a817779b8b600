import type { ActionLogEntry, ActionLogQuery } from '../entities/index.js';
import type { Call } from '../http/call.js';
import type { RequestOptions } from '../http/options.js';
import type { Transport } from '../http/transport.js';
import type { Paginator } from '../lists/index.js';
import { getOrderActionLog, listActionLogs } from '../operations/action-logs.js';
import { type ListOptions, paginate } from './paginate.js';

/** What was done to orders, and by whom. */
export class ActionLogs {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists the entries of a date range, newest first, each once. A range of over 31 days is split.
   * Specification: "GET /orders/action-logs".
   *
   * @throws InvalidRequestError at once, where a bound is no instant or `from` lies after `to`
   */
  list(query: ActionLogQuery, options?: ListOptions): Paginator<ActionLogEntry> {
    return paginate(this.#transport, listActionLogs, query, options);
  }

  /**
   * Fetches the whole log of one order, newest first. Specification: "GET /orders/{id}/action-log".
   *
   * @throws NotFoundError where the order does not exist, or was aggregated by a partner
   */
  forOrder(orderId: string, options?: RequestOptions): Call<ActionLogEntry[]> {
    return this.#transport.call(getOrderActionLog, { params: { orderId } }, options);
  }
}
