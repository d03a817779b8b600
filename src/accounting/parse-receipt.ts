import { goodsReceiptStatuses, type Supplier } from '../entities/goods-receipt.js';
import { isRecord } from '../json.js';
import type { Bill, BillHeaderField, BillLine, BillProblem, BillProblemCode } from './bill.js';
import { amount, type Decimal, decimal, zero } from './decimal.js';

/** A goods receipt with exact amounts. Invalid fields are `null` or zero, and are reported as problems. */
export interface ParsedReceipt extends Pick<Bill, 'status' | 'number' | 'billDate' | 'created' | 'supplier'> {
  readonly id: string;
  readonly isTaxInclusive: boolean | null;
  readonly lines: readonly ParsedLine[];
  readonly discount: Decimal;
  readonly shipping: Decimal;
  readonly header: Readonly<Record<BillHeaderField, Decimal | null>>;
  readonly problems: readonly BillProblem[];
}

export interface ParsedLine extends Pick<BillLine, 'index' | 'unit' | 'taxRateName' | 'taxRateKind'> {
  readonly quantity: Decimal | null;
  readonly unitPrice: Decimal | null;
  readonly amount: Decimal;
  readonly discount: Decimal;
  readonly statedTax: Decimal | null;
  readonly taxRate: Decimal | null;
}

type Values = Readonly<Record<string, unknown>>;

export function parseReceipt(receipt: Values): ParsedReceipt {
  const problems: BillProblem[] = [];
  const fields = new Fields(receipt, '', problems);
  const id = fields.text('id') ?? '';
  if (id === '') fields.report('no-id', 'id', 'must be a non-empty string, to update or void the bill later');
  const status = fields.text('status');
  if (!goodsReceiptStatuses.some((known) => known === status)) {
    fields.report('unknown-status', 'status', `must be one of ${goodsReceiptStatuses.join(', ')}`);
  }
  return {
    id,
    status,
    number: fields.text('goodsReceiptNumber'),
    billDate: fields.text('deliveryDate'),
    created: fields.text('created'),
    supplier: parseSupplier(receipt.supplier),
    isTaxInclusive: typeof receipt.isTaxInclusive === 'boolean' ? receipt.isTaxInclusive : null,
    lines: parseLines(receipt.items, fields, problems),
    discount: fields.amount('discount') ?? zero,
    shipping: fields.amount('shippingFee') ?? zero,
    header: {
      totalPrice: fields.amount('totalPrice'),
      tax: fields.amount('tax'),
      total: fields.amount('total'),
    },
    problems,
  };
}

function parseSupplier(supplier: unknown): Supplier | null {
  if (!isRecord(supplier)) return null;
  const { supplierId, name, address } = supplier;
  return { supplierId: textOf(supplierId), name: textOf(name), address };
}

function parseLines(items: unknown, fields: Fields, problems: BillProblem[]): ParsedLine[] {
  const lines: readonly unknown[] = Array.isArray(items) ? items : [];
  if (lines.length === 0) {
    if (!Array.isArray(items ?? [])) fields.report('malformed', 'items', 'must be a list');
    fields.report('no-lines', 'items', 'has no lines');
  }
  return lines.flatMap((line, index) => {
    if (isRecord(line)) return [parseLine(line, index, problems)];
    fields.report('malformed', `items[${index}]`, 'must be an object');
    return [];
  });
}

function parseLine(line: Values, index: number, problems: BillProblem[]): ParsedLine {
  const fields = new Fields(line, `items[${index}].`, problems);
  const total = fields.requiredAmount('totalPrice');
  const discount = fields.amount('discountAmount') ?? zero;
  if (total?.gte(0) && discount.gt(total)) {
    fields.report('discount-too-large', 'discountAmount', 'is more than the totalPrice of its line');
  }
  return {
    index,
    ...parsePurchase(fields),
    amount: total ?? zero,
    discount,
    statedTax: fields.amount('taxAmount'),
    taxRateName: fields.text('taxRateName'),
    taxRate: fields.rate('taxRate'),
    taxRateKind: fields.text('taxRateKind'),
  };
}

/**
 * Tries the usual names of quantity, purchase unit and unit cost, which the API specification does not define. Uses `pricePerUnit`
 * only with its own unit, `inventoryUom`.
 */
function parsePurchase(fields: Fields): Pick<ParsedLine, 'quantity' | 'unit' | 'unitPrice'> {
  const cost = fields.number('unitCost') ?? fields.number('unitPrice');
  const inventoryUnit = fields.text('inventoryUom');
  const purchaseUnit = fields.text('purchaseUnit') ?? fields.text('purchaseUom') ?? fields.text('unit');
  const unit = purchaseUnit ?? (cost ? null : inventoryUnit);
  const unitPrice = cost ?? (unit === inventoryUnit ? fields.number('pricePerUnit') : null);
  return { quantity: fields.number('quantity'), unit, unitPrice };
}

class Fields {
  readonly #values: Values;
  readonly #path: string;
  readonly #problems: BillProblem[];

  /** @param path - the start of the path of each field, such as `items[0].` */
  constructor(values: Values, path: string, problems: BillProblem[]) {
    this.#values = values;
    this.#path = path;
    this.#problems = problems;
  }

  report(code: BillProblemCode, name: string, message: string): void {
    this.#problems.push({ code, path: `${this.#path}${name}`, message });
  }

  text(name: string): string | null {
    return textOf(this.#values[name]);
  }

  /** Returns a number, or `null` if it is invalid. Reports nothing, because no amount depends on it. */
  number(name: string): Decimal | null {
    const value = this.#values[name];
    return isExactToTheCent(value) ? amount(value) : null;
  }

  amount(name: string): Decimal | null {
    return (this.#values[name] ?? null) === null ? null : this.requiredAmount(name);
  }

  requiredAmount(name: string): Decimal | null {
    const value = this.number(name);
    if (value === null) {
      this.report('malformed', name, 'must be a JSON number with at most 13 digits before the decimal point');
    } else if (value.lt(0)) {
      this.report('negative', name, 'must not be negative');
    }
    return value;
  }

  rate(name: string): Decimal | null {
    const value = this.#values[name] ?? null;
    if (typeof value === 'number' && value >= 0 && value <= 1) return decimal(value);
    if (value !== null)
      this.report('malformed', name, 'must be a fraction from 0 to 1, such as 0.07 for 7 %');
    return null;
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Returns whether a value is a number that is exact to the cent. Numbers from 1e13 on are not. */
function isExactToTheCent(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) < 1e13;
}
