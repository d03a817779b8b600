import type { GoodsReceiptStatus } from '../../entities/index.js';
import { type NewGoodsReceipt, storeReceipt } from '../outlet/goods-receipts.js';
import type { Outlet } from '../outlet/outlet.js';
import type { FakeGoodsReceipt } from '../outlet/state.js';

/** What the outlet's staff does with goods receipts. Nobody is told: receipts are polled. */
export interface FakeGoodsReceipts {
  add(receipt?: NewGoodsReceipt): FakeGoodsReceipt;
  get(id: string): FakeGoodsReceipt | undefined;
  all(): FakeGoodsReceipt[];
  /** Completes a receipt that is partially received or a draft. */
  complete(id: string): FakeGoodsReceipt;
  /** Cancels a receipt that was completed. */
  cancel(id: string): FakeGoodsReceipt;
}

/** Specification: "Goods receipt statuses". */
export function createFakeGoodsReceipts(outlet: Outlet): FakeGoodsReceipts {
  const { receipts } = outlet.state;

  function step(id: string, to: GoodsReceiptStatus, from: readonly GoodsReceiptStatus[]): FakeGoodsReceipt {
    const receipt = receipts.get(id);
    if (!receipt) throw new Error(`The fake outlet has no goods receipt ${id}.`);
    if (!from.includes(receipt.status)) {
      throw new Error(`Goods receipt ${id} is ${receipt.status} and cannot become ${to}.`);
    }
    receipt.status = to;
    return structuredClone(receipt);
  }

  return {
    add: (receipt = {}) => structuredClone(storeReceipt(outlet, structuredClone(receipt))),
    get: (id) => structuredClone(receipts.get(id)),
    all: () => structuredClone([...receipts.values()]),
    complete: (id) => step(id, 'completed', ['partiallyReceived', 'draft']),
    cancel: (id) => step(id, 'cancelled', ['completed']),
  };
}
