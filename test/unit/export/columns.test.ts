import {
  csvText,
  goodsReceiptLineTable,
  goodsReceiptTable,
  orderTable,
  paymentTable,
  type Table,
} from 'outlet-open-api/export';
import { describe, expect, test } from 'vitest';
import { parseCsv } from './rfc4180.js';

/** The columns of each table. Append to them, but never rename, move or remove one: users append to files of earlier versions. */
const columns: Readonly<Record<string, readonly string[]>> = {
  orders: [
    ...['id', 'status', 'channelId', 'guestCount', 'partnerChannel', 'partnerOrderId', 'partnerName'],
    ...['reservationId', 'appliedDiscounts', 'items', 'payments'],
  ],
  payments: [
    ...['orderId', 'orderStatus', 'paymentIndex', 'offlineMethod', 'amount', 'currency', 'externalId'],
    ...['created', 'customerName'],
  ],
  goodsReceipts: [
    ...['id', 'goodsReceiptNumber', 'status', 'created', 'deliveryDate', 'supplierId', 'supplierName'],
    ...['isTaxInclusive', 'totalPrice', 'discount', 'shippingFee', 'tax', 'total'],
  ],
  goodsReceiptLines: [
    ...['goodsReceiptId', 'goodsReceiptNumber', 'status', 'created', 'deliveryDate', 'supplierId'],
    ...['supplierName', 'isTaxInclusive', 'lineIndex', 'totalPrice', 'discountAmount', 'taxRateName'],
    ...['taxRate', 'taxRateKind', 'taxAmount', 'pricePerUnit', 'inventoryUom'],
  ],
};

const personal: Readonly<Record<string, readonly string[]>> = {
  orders: ['items', 'payments'],
  payments: ['customerName'],
  goodsReceipts: [],
  goodsReceiptLines: [],
};

const namesOf = (table: { readonly columns: readonly { readonly name: string }[] }) =>
  table.columns.map(({ name }) => name);

describe.each([orderTable, paymentTable, goodsReceiptTable, goodsReceiptLineTable])(
  'the table $name',
  (table) => {
    test('keeps its columns and their order', () => {
      expect(namesOf(table)).toEqual(columns[table.name]);
    });

    test('marks the columns with personal data', () => {
      const marked = [...table.columns].filter((column) => column.personal);
      expect(namesOf({ columns: marked })).toEqual(personal[table.name]);
    });
  },
);

/** Returns the only row of a record, by column. */
function rowOf<Source extends object, Row>(
  record: Source,
  table: Table<Source, Row>,
): Record<string, string> {
  const [names = [], cells = [], ...others] = parseCsv(csvText(record, table));
  expect(others).toEqual([]);
  return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
}

test('an order has its own fields and those of its source, without contact details', () => {
  const items = [{ menuItemId: 'm-1', quantity: 2, customerName: 'Ada' }];
  const payments = [{ amount: 12.5, customerName: 'Ada' }];
  const order = {
    ...{ id: 'o-1', status: 'complete', channelId: 'c-1', guestCount: 2, items, payments },
    partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1' },
    partnerReservationInfo: { partnerName: 'bookable', reservationId: 'R-1', email: 'ada@mail.example' },
    appliedDiscounts: [{ name: 'Open Discount' }],
    tableName: 'T1',
  };
  expect(rowOf(order, orderTable)).toEqual({
    ...{ id: 'o-1', status: 'complete', channelId: 'c-1', guestCount: '2' },
    ...{ partnerChannel: 'foodie', partnerOrderId: 'F-1', partnerName: 'bookable', reservationId: 'R-1' },
    appliedDiscounts: '[{"name":"Open Discount"}]',
    items: JSON.stringify(items),
    payments: JSON.stringify(payments),
  });
});

test('a payment has its own fields and those of its order', () => {
  const created = '2026-01-01T00:00:00.000Z';
  const payment = {
    offlineMethod: 'card',
    amount: 12.5,
    currency: 'EUR',
    externalId: 'x-1',
    created,
    tip: 1,
  };
  expect(rowOf({ id: 'o-1', status: 'complete', payments: [payment] }, paymentTable)).toEqual({
    ...{ orderId: 'o-1', orderStatus: 'complete', paymentIndex: '0', offlineMethod: 'card', amount: '12.5' },
    ...{ currency: 'EUR', externalId: 'x-1', created, customerName: '' },
  });
});

test('a goods receipt has all that is needed to pay it', () => {
  const receipt = {
    ...{ id: 'g-1', goodsReceiptNumber: 'GR-1', status: 'completed', isTaxInclusive: false },
    ...{ created: '2026-01-02T00:00:00.000Z', deliveryDate: '2026-01-01' },
    supplier: { supplierId: 's-1', name: 'Green Valley' },
    items: [{ totalPrice: 22, discountAmount: 2 }],
    ...{ totalPrice: 22, discount: 1, shippingFee: 5, tax: 1.33, total: 25.33 },
  };
  expect(rowOf(receipt, goodsReceiptTable)).toEqual({
    ...{ id: 'g-1', goodsReceiptNumber: 'GR-1', status: 'completed', isTaxInclusive: 'false' },
    ...{ created: '2026-01-02T00:00:00.000Z', deliveryDate: '2026-01-01' },
    ...{ supplierId: 's-1', supplierName: 'Green Valley' },
    ...{ totalPrice: '22', discount: '1', shippingFee: '5', tax: '1.33', total: '25.33' },
  });
});

test('a line has its own fields and those of its goods receipt', () => {
  const receipt = {
    ...{ id: 'g-1', goodsReceiptNumber: 'GR-1', status: 'completed', isTaxInclusive: false, total: 21.4 },
    ...{ created: '2026-01-02T00:00:00.000Z', deliveryDate: '2026-01-01' },
    supplier: { supplierId: 's-1', name: 'Green Valley' },
  };
  const line = {
    ...{
      totalPrice: 22,
      discountAmount: 2,
      taxRateName: 'GST',
      taxRate: 0.07,
      taxRateKind: 'vat',
      taxAmount: 1.4,
    },
    ...{ pricePerUnit: 1.833333, inventoryUom: 'kg', quantity: 12 },
  };
  expect(rowOf({ ...receipt, items: [line] }, goodsReceiptLineTable)).toEqual({
    ...{ goodsReceiptId: 'g-1', goodsReceiptNumber: 'GR-1', status: 'completed', isTaxInclusive: 'false' },
    ...{ created: '2026-01-02T00:00:00.000Z', deliveryDate: '2026-01-01' },
    ...{ supplierId: 's-1', supplierName: 'Green Valley', lineIndex: '0' },
    ...{ totalPrice: '22', discountAmount: '2', taxRateName: 'GST', taxRate: '0.07', taxRateKind: 'vat' },
    ...{ taxAmount: '1.4', pricePerUnit: '1.833333', inventoryUom: 'kg' },
  });
});

test('missing fields are empty', () => {
  expect(parseCsv(csvText({ id: 'o-1' }, orderTable, { header: false }))).toEqual([
    ['o-1', ...Array(10).fill('')],
  ]);
  const receipt = { id: 'g-1', supplier: null, items: [{}] };
  expect(parseCsv(csvText(receipt, goodsReceiptTable, { header: false }))).toEqual([
    ['g-1', ...Array(12).fill('')],
  ]);
  expect(parseCsv(csvText(receipt, goodsReceiptLineTable, { header: false }))).toEqual([
    ['g-1', ...Array(7).fill(''), '0', ...Array(8).fill('')],
  ]);
});

test('a table of your own can have undocumented fields', () => {
  type WithTable = { id: string; tableName?: string };
  const table: Table<WithTable> = {
    name: 'tables',
    rows: (order) => [order],
    columns: [...orderTable.columns.slice(0, 1), { name: 'tableName', cell: (order) => order.tableName }],
  };
  expect(csvText({ id: 'o-1', tableName: 'T1' }, table)).toBe('id,tableName\r\no-1,T1\r\n');
});
