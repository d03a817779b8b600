import { goodsReceiptStatuses } from '../entities/goods-receipt.js';
import type { GoodsReceiptStatus, Supplier } from '../entities/index.js';
import { isRecord } from '../records.js';
import type { BillHeaderField } from './bill.js';
import { type Decimal, zero } from './decimal.js';
import { Fields } from './fields.js';
import type { Problems } from './problems.js';

/** A receipt, each of its fields looked at once: amounts are exact, and what makes no sense is absent. */
export interface ReadReceipt {
  readonly id: string;
  readonly status: GoodsReceiptStatus | null;
  readonly number: string | null;
  readonly billDate: string | null;
  readonly created: string | null;
  readonly supplier: Supplier | null;
  /** `null` where the receipt does not say. */
  readonly isTaxInclusive: boolean | null;
  readonly lines: readonly ReadLine[];
  readonly discount: Decimal;
  readonly shipping: Decimal;
  readonly header: Readonly<Record<BillHeaderField, Decimal | null>>;
}

/** A line of a receipt, read likewise. */
export interface ReadLine {
  readonly index: number;
  readonly amount: Decimal;
  readonly discount: Decimal;
  readonly tax: Decimal | null;
  readonly taxRate: Decimal | null;
  readonly taxRateName: string | null;
  readonly taxRateKind: string | null;
}

const statuses: readonly string[] = goodsReceiptStatuses;

/** Reads a receipt, and notes what is wrong with its fields. */
export function readReceipt(receipt: Readonly<Record<string, unknown>>, problems: Problems): ReadReceipt {
  const fields = new Fields(receipt, '', problems);
  const id = fields.text('id') ?? '';
  if (id === '') problems.note('no-id', 'id', 'is no text, so that the bill cannot be found again');
  const status = fields.text('status');
  if (status === null || !statuses.includes(status)) {
    problems.note('unknown-status', 'status', `is none of ${statuses.join(', ')}`);
  }
  return {
    id,
    status,
    number: fields.text('goodsReceiptNumber'),
    billDate: fields.text('deliveryDate'),
    created: fields.text('created'),
    supplier: readSupplier(receipt.supplier, problems),
    isTaxInclusive: fields.flag('isTaxInclusive'),
    lines: readLines(receipt.items, problems),
    discount: fields.amount('discount') ?? zero,
    shipping: fields.amount('shippingFee') ?? zero,
    header: {
      totalPrice: fields.amount('totalPrice'),
      tax: fields.amount('tax'),
      total: fields.amount('total'),
    },
  };
}

function readLines(items: unknown, problems: Problems): ReadLine[] {
  const isList = Array.isArray(items);
  if (!isList && items !== null && items !== undefined) problems.note('malformed', 'items', 'is no list');
  const lines: readonly unknown[] = isList ? Array.from(items) : [];
  if (lines.length === 0) problems.note('no-lines', 'items', 'holds no line');
  return lines.flatMap((line, index) => {
    if (isRecord(line)) return [readLine(line, index, problems)];
    problems.note('malformed', `items[${index}]`, 'is no line');
    return [];
  });
}

function readLine(line: Readonly<Record<string, unknown>>, index: number, problems: Problems): ReadLine {
  const fields = new Fields(line, `items[${index}].`, problems);
  const amount = fields.amountThere('totalPrice');
  const discount = fields.amount('discountAmount') ?? zero;
  if (amount && discount.gt(amount)) {
    const path = `items[${index}].discountAmount`;
    problems.note('discount-too-large', path, 'is more than the totalPrice that it comes off');
  }
  return {
    index,
    amount: amount ?? zero,
    discount,
    tax: fields.amount('taxAmount'),
    taxRate: fields.rate('taxRate'),
    taxRateName: fields.text('taxRateName'),
    taxRateKind: fields.text('taxRateKind'),
  };
}

function readSupplier(supplier: unknown, problems: Problems): Supplier | null {
  if (!isRecord(supplier)) return null;
  const fields = new Fields(supplier, 'supplier.', problems);
  const { address } = supplier;
  return { supplierId: fields.text('supplierId'), name: fields.text('name'), address };
}
