import type { Supplier } from '../../entities/index.js';
import {
  computeReceipt,
  FakeError,
  type FakeGoodsReceipt,
  type NewGoodsReceipt,
  type Outlet,
  type StoredReceipt,
} from '../../fake/index.js';
import type { GoodsReceiptFilter, GoodsReceiptForm, GoodsReceiptList } from '../contract/goods-receipts.js';
import type { AddRoute } from './route.js';

export function goodsReceiptRoutes(route: AddRoute): void {
  route('GET /goods-receipts', ({ outlet, query }) => listOf(outlet, query));
  route('POST /goods-receipts', ({ outlet, fake, body }) =>
    fake.goodsReceipts.add({ ...receiptOf(outlet, body), status: 'draft' }),
  );
  route('POST /goods-receipts/calculate', ({ body }) => {
    const { tax, total } = computeReceipt(body);
    return { tax, total };
  });
  route('PUT /goods-receipts/{id}', ({ outlet, fake, id, body }) => {
    const stored = outlet.state.receipts.get(id);
    if (stored?.receipt.status === 'cancelled')
      throw new FakeError(`Goods receipt ${id} is cancelled and cannot be corrected.`);
    const corrected = receiptOf(outlet, body, stored?.receipt);
    if (stored) outlet.state.receipts.set(id, withoutBill(stored));
    return fake.goodsReceipts.update(id, corrected);
  });
  route('POST /goods-receipts/{id}/complete', ({ fake, id }) => fake.goodsReceipts.complete(id));
  route('POST /goods-receipts/{id}/cancel', ({ fake, id }) => fake.goodsReceipts.cancel(id));
}

/** Forgets the amounts on the supplier's bill, so that what a correction leaves out is calculated. Old receipts stay without them. */
function withoutBill({ given, receipt }: StoredReceipt): StoredReceipt {
  const tax = given.tax === null ? null : undefined;
  const total = given.total === null ? null : undefined;
  return { given: { ...given, tax, total }, receipt };
}

function listOf({ state, currency }: Outlet, { search = '', limit }: GoodsReceiptFilter): GoodsReceiptList {
  const wanted = search.trim().toLowerCase();
  const found = [...state.receipts.values()]
    .map(({ receipt }) => receipt)
    .filter(({ id, goodsReceiptNumber, status, supplier }) =>
      [id, goodsReceiptNumber, status, supplier?.name].join('\n').toLowerCase().includes(wanted),
    )
    .sort((one, other) => (one.created < other.created ? 1 : -1));
  return { count: found.length, receipts: found.slice(0, limit), currency };
}

/** Returns the values of a form, with the fields that staff do not enter. `before` is the receipt that the form corrects. */
function receiptOf(outlet: Outlet, form: GoodsReceiptForm, before?: FakeGoodsReceipt): NewGoodsReceipt {
  const { supplierName, items, ...header } = form;
  return {
    ...header,
    supplier: supplierOf(outlet, supplierName, before),
    items: items.map((line) => {
      const { quantity, totalPrice, taxRate } = line;
      const sameRate = before?.items.find((known) => known.taxRate === taxRate);
      return {
        ...line,
        taxRateName: sameRate?.taxRateName ?? `${Math.round(taxRate * 1e6) / 1e4} %`,
        taxRateKind: sameRate?.taxRateKind ?? (taxRate === 0 ? 'exempt' : 'percentage'),
        pricePerUnit: Math.round((totalPrice / quantity) * 1e6) / 1e6,
      };
    }),
  };
}

/** Returns the supplier of the receipt, or a known supplier with this name, or a new one. */
function supplierOf({ state, random }: Outlet, name: string, before?: FakeGoodsReceipt): Supplier {
  const known = [before, ...[...state.receipts.values()].map(({ receipt }) => receipt)];
  const found = known.find((receipt) => receipt?.supplier?.name === name)?.supplier;
  return found ?? { supplierId: `supplier-${random.hex(8)}`, name };
}
