import type { Random } from '../../random.js';
import { storeReceipt } from '../outlet/goods-receipts.js';
import type { Outlet } from '../outlet/outlet.js';
import type { FakeGoodsReceiptLine, NewGoodsReceipt } from '../outlet/state.js';

const suppliers = [
  { supplierId: 'supplier-1', name: 'Green Valley Produce', address: '1 Market Road' },
  { supplierId: 'supplier-2', name: 'Harbour Fish', address: '7 Quay Street' },
  { supplierId: 'supplier-3', name: 'Hill Dairy', address: '22 Farm Lane' },
] as const;

const taxRates = [
  { taxRateName: 'Standard', taxRate: 0.2, taxRateKind: 'percentage' },
  { taxRateName: 'Reduced', taxRate: 0.07, taxRateKind: 'percentage' },
  { taxRateName: 'Exempt', taxRate: 0, taxRateKind: 'exempt' },
] as const;

/** Adds a goods receipt of the past. Old receipts have neither `tax` nor `total`. */
export function addPastReceipt(outlet: Outlet, created: number, isOld: boolean): void {
  const { random } = outlet;
  const receipt: NewGoodsReceipt = {
    created: new Date(created),
    status: random.pick(['completed', 'completed', 'completed', 'draft', 'cancelled', 'partiallyReceived']),
    supplier: random.pick(suppliers),
    items: Array.from({ length: random.integer(1, 6) }, () => someLine(random)),
    discount: random.next() < 0.3 ? random.integer(1, 500) / 100 : 0,
    shippingFee: random.next() < 0.5 ? random.integer(500, 2_500) / 100 : 0,
    isTaxInclusive: random.next() < 0.5,
    ...(isOld ? { tax: null, total: null } : {}),
  };
  storeReceipt(outlet, receipt);
}

function someLine(random: Random): FakeGoodsReceiptLine {
  const quantity = random.integer(1, 12);
  const totalPrice = random.integer(1_000, 25_000) / 100;
  return {
    quantity,
    totalPrice,
    discountAmount: random.next() < 0.25 ? random.integer(1, 400) / 100 : 0,
    ...random.pick(taxRates),
    pricePerUnit: Math.round((totalPrice / quantity) * 1e6) / 1e6,
    inventoryUom: random.pick(['kg', 'litre', 'piece']),
  };
}
