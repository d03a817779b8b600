import type { Supplier, TimestampInput } from '../../entities/index.js';
import type { Assumptions } from '../assumptions.js';
import { FakeError } from '../fake-error.js';
import { fromCents, toCents } from './money.js';
import type { Outlet } from './outlet.js';
import { type ComputedReceipt, computeReceipt } from './receipt-arithmetic.js';
import type { FakeGoodsReceipt, GivenReceipt, NewGoodsReceipt, StoredReceipt } from './state.js';

const someSupplier: Supplier = {
  supplierId: 'supplier-1',
  name: 'Green Valley Produce',
  address: '1 Market Road',
};

export function storeReceipt(outlet: Outlet, values: NewGoodsReceipt): FakeGoodsReceipt {
  const { state, random, clock } = outlet;
  state.receiptCount += 1;
  const id = values.id ?? random.hex(24);
  const goodsReceiptNumber = values.goodsReceiptNumber ?? `GR-${state.receiptCount}`;
  const created = timestampOf(values.created ?? clock.timestamp());
  if (state.receipts.has(id)) throw new FakeError(`The fake outlet has a goods receipt ${id} already.`);
  return calculate(outlet, { ...values, id, goodsReceiptNumber, created });
}

export function changeReceipt(
  outlet: Outlet,
  { given }: StoredReceipt,
  changes: NewGoodsReceipt,
): FakeGoodsReceipt {
  const { id, created } = given;
  const defined = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return calculate(outlet, { ...given, ...defined, id, created });
}

function calculate(outlet: Outlet, given: GivenReceipt): FakeGoodsReceipt {
  const { items = [], discount = 0, shippingFee = 0, isTaxInclusive = false } = given;
  const computed = computeReceipt({ items, discount, shippingFee, isTaxInclusive });
  const { totalPrice, tax, total } = withHeaderDifference(given, computed, outlet.assumptions);
  const receipt: FakeGoodsReceipt = {
    id: given.id,
    goodsReceiptNumber: given.goodsReceiptNumber,
    status: given.status ?? 'completed',
    created: given.created,
    deliveryDate: timestampOf(given.deliveryDate ?? given.created),
    supplier: given.supplier ?? someSupplier,
    items: items.map((line, index) => ({ ...computed.items[index], ...line })),
    totalPrice: given.totalPrice ?? totalPrice,
    discount,
    shippingFee,
    ...(given.tax === null ? {} : { tax: given.tax ?? tax }),
    ...(given.total === null ? {} : { total: given.total ?? total }),
    isTaxInclusive,
  };
  outlet.state.receipts.set(receipt.id, { given, receipt });
  outlet.reportChange('goodsReceipts');
  return receipt;
}

/**
 * Adds the difference. The ID decides which amount differs, so that the difference of a receipt does not change.
 * API specification: Resources › Goods receipt, rules 1, 5 and 6.
 */
function withHeaderDifference(
  { id, isTaxInclusive = false }: GivenReceipt,
  computed: ComputedReceipt,
  { headerDifference }: Assumptions,
): ComputedReceipt {
  const add = (amount: number) => fromCents(toCents(amount) + toCents(headerDifference));
  const { totalPrice, tax, total } = computed;
  if (total === 0) return computed;
  const isTax = tax > 0 && id.charCodeAt(id.length - 1) % 2 === 0;
  if (!isTax) return { ...computed, totalPrice: add(totalPrice), total: add(total) };
  return { ...computed, tax: add(tax), total: isTaxInclusive ? total : add(total) };
}

function timestampOf(input: TimestampInput): string {
  return new Date(input).toISOString();
}
