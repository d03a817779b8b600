import type { GoodsReceipt, GoodsReceiptListParams } from '../../entities/index.js';
import type { ListPosition } from '../../lists/list-position.js';
import type { Paginator } from '../../lists/paginator.js';
import { listGoodsReceipts } from '../../operations/index.js';
import type { Transport } from '../../transport/transport.js';
import type { ListOptions } from './list-options.js';
import { paginate } from './paginate.js';

/** Lists goods receipts: the records of supplier deliveries. A client has it as `outlet.goodsReceipts`. */
export class GoodsReceipts {
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
    query: Partial<GoodsReceiptListParams>,
    options: ListOptions & { readonly resumeFrom: ListPosition | string },
  ): Paginator<GoodsReceipt>;
  /**
   * Lists the goods receipts that were recorded in a date range, oldest first, each once. The client splits a range of more than
   * 31 days into windows. Goods receipts have no webhooks: poll a trailing range, such as the last 7 days.
   * API specification: Endpoints › `GET /inventory/goods-receipts`.
   * @example
   * ```ts
   * for await (const { id, total } of outlet.goodsReceipts.list({ from, to, status: 'completed' })) console.log(id, total);
   * ```
   * @throws {@link RequestValidationError} at once, if the range, `status`, `concurrency` or `resumeFrom` is invalid
   * @throws the errors of a call, {@link EndlessListError}, or the signal's reason, while you iterate
   */
  list(query: GoodsReceiptListParams, options?: ListOptions): Paginator<GoodsReceipt>;
  list(query: Partial<GoodsReceiptListParams>, options?: ListOptions): Paginator<GoodsReceipt> {
    return paginate(this.#transport, listGoodsReceipts, query, options);
  }
}
