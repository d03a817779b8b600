import type { ActionLogEntry, ActionLogListParams } from '../../entities/index.js';
import type { ListPosition } from '../../lists/list-position.js';
import type { Paginator } from '../../lists/paginator.js';
import { getOrderActionLog, listActionLogs } from '../../operations/index.js';
import type { CallOptions } from '../../transport/call-options.js';
import type { OutletPromise } from '../../transport/outlet-promise.js';
import type { Transport } from '../../transport/transport.js';
import { listAll } from './list-all.js';
import type { ListOptions } from './list-options.js';
import { paginate } from './paginate.js';

/** Reads the action logs of orders. A client has it as `outlet.actionLogs`. */
export class ActionLogs {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Resumes a list from the `position` of a page, with its range. The filters and `outletRef` must be those of that list.
   * @throws {@link RequestValidationError} at once, if `resumeFrom` or a filter is invalid
   * @throws the errors of a call, {@link EndlessListError}, or the signal's reason, while you iterate
   */
  list(
    query: Partial<ActionLogListParams>,
    options: ListOptions & { readonly resumeFrom: ListPosition | string },
  ): Paginator<ActionLogEntry>;
  /**
   * Lists the action log entries of a date range, newest first, each once. The client splits a range of more than 31 days into
   * windows. API specification: Endpoints › `GET /orders/action-logs`.
   * @example
   * ```ts
   * for await (const { action, actor } of outlet.actionLogs.list({ from, to })) console.log(action, actor?.name);
   * ```
   * @throws {@link RequestValidationError} at once, if the range, a filter, `concurrency` or `resumeFrom` is invalid
   * @throws the errors of a call, {@link EndlessListError}, or the signal's reason, while you iterate
   */
  list(query: ActionLogListParams, options?: ListOptions): Paginator<ActionLogEntry>;
  list(query: Partial<ActionLogListParams>, options?: ListOptions): Paginator<ActionLogEntry> {
    return paginate(this.#transport, listActionLogs, query, options);
  }

  /**
   * Fetches the action log of one order, newest first. Returns a promise of an array, not a `Paginator`.
   * API specification: Endpoints › `GET /orders/{id}/action-log`.
   * @throws {@link NotFoundError} if the order does not exist, or is partner-aggregated
   */
  forOrder(orderId: string, options?: CallOptions): OutletPromise<ActionLogEntry[]> {
    return listAll(this.#transport, getOrderActionLog, { params: { orderId } }, options);
  }
}
