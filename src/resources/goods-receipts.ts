import type { GoodsReceipt, GoodsReceiptQuery } from '../entities/index.js';
import type { Transport } from '../http/transport.js';
import type { Paginator } from '../lists/index.js';
import { listGoodsReceipts } from '../operations/goods-receipts.js';
import { type ListOptions, paginate } from './paginate.js';

/** What suppliers delivered. */
export class GoodsReceipts {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists the receipts that were recorded in a date range, oldest first, each once. A range of over 31 days is split. They
   * emit no webhooks: poll a trailing window, such as the last 7 days. Specification: "GET /inventory/goods-receipts".
   *
   * @example
   * ```ts
   * for await (const receipt of outlet.goodsReceipts.list({ from, to, status: ['completed', 'cancelled'] })) book(receipt);
   * ```
   * @throws InvalidRequestError at once, where a bound is no instant or `from` lies after `to`
   */
  list(query: GoodsReceiptQuery, options?: ListOptions): Paginator<GoodsReceipt> {
    return paginate(this.#transport, listGoodsReceipts, query, options);
  }
}
