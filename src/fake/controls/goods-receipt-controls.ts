import type { GoodsReceiptStatus } from '../../entities/index.js';
import { FakeError, UnknownIdError } from '../fake-error.js';
import { changeReceipt, storeReceipt } from '../outlet/goods-receipts.js';
import type { Outlet } from '../outlet/outlet.js';
import type { FakeGoodsReceipt, NewGoodsReceipt, StoredReceipt } from '../outlet/state.js';

/** Changes goods receipts, as staff of the outlet do. Goods receipts send no webhooks. */
export interface FakeGoodsReceipts {
  /** Adds a goods receipt of any age and status. */
  add(receipt?: NewGoodsReceipt): FakeGoodsReceipt;
  /** Returns a copy of a receipt; `undefined` if it does not exist. */
  get(id: string): FakeGoodsReceipt | undefined;
  /** Returns copies of all receipts. */
  all(): FakeGoodsReceipt[];
  /**
   * Changes a receipt of any status, and recalculates its amounts, except amounts that you passed. `id` and `created` do not change.
   * `items` replaces all lines. Omit the `taxAmount` of a line to have it calculated.
   */
  update(id: string, changes: NewGoodsReceipt): FakeGoodsReceipt;
  /** Completes a draft or partially received receipt. Throws for other statuses. */
  complete(id: string): FakeGoodsReceipt;
  /** Cancels a completed receipt. Throws for other statuses. */
  cancel(id: string): FakeGoodsReceipt;
  /** Deletes a receipt, so that lists no longer contain it. */
  remove(id: string): void;
}

/** API specification: States › Goods receipt statuses. */
export function createFakeGoodsReceipts(outlet: Outlet): FakeGoodsReceipts {
  function find(id: string): StoredReceipt {
    const stored = outlet.state.receipts.get(id);
    if (!stored) throw new UnknownIdError(`The fake outlet has no goods receipt ${id}.`);
    return stored;
  }

  function update(id: string, changes: NewGoodsReceipt): FakeGoodsReceipt {
    return structuredClone(changeReceipt(outlet, find(id), structuredClone(changes)));
  }

  function step(id: string, to: GoodsReceiptStatus, from: readonly GoodsReceiptStatus[]): FakeGoodsReceipt {
    const { status } = find(id).receipt;
    if (!from.includes(status))
      throw new FakeError(`Goods receipt ${id} is ${status} and cannot become ${to}.`);
    return update(id, { status: to });
  }

  return {
    add: (receipt = {}) => structuredClone(storeReceipt(outlet, structuredClone(receipt))),
    get: (id) => structuredClone(outlet.state.receipts.get(id)?.receipt),
    all: () => [...outlet.state.receipts.values()].map(({ receipt }) => structuredClone(receipt)),
    update,
    complete: (id) => step(id, 'completed', ['partiallyReceived', 'draft']),
    cancel: (id) => step(id, 'cancelled', ['completed']),
    remove(id) {
      find(id);
      outlet.state.receipts.delete(id);
      outlet.reportChange('goodsReceipts');
    },
  };
}
