import type { GoodsReceiptStatus, Supplier } from '../entities/index.js';

/**
 * A supplier's bill, calculated from the lines of a goods receipt. It is plain data. The same receipt always results in the same
 * bill.
 *
 * Amounts are decimal strings in the outlet's currency, such as `'12.50'`. They have 2 decimals, or up to 6 if the receipt has
 * more. Zero is `'0.00'`. API specification: Resources › Goods receipt.
 */
export interface Bill {
  /** The id of the receipt. Use it as the key to post, update and void the bill. `''` if the receipt has no id. */
  readonly receiptId: string;
  /** Whether to post, void or hold the bill. */
  readonly action: BillAction;
  /** The status of the receipt, as received. */
  readonly status: GoodsReceiptStatus | null;
  /** The reference number of the receipt. */
  readonly number: string | null;
  /** The date of the supplier's bill: `deliveryDate` of the receipt, as received. */
  readonly billDate: string | null;
  /** When the receipt was recorded: ISO 8601 in UTC, as received. */
  readonly created: string | null;
  /** The supplier, as it was when the receipt was recorded. */
  readonly supplier: Supplier | null;
  /** Whether the amounts of the lines include tax. `false` if the receipt does not state this. */
  readonly isTaxInclusive: boolean;
  /** The lines, in the order of the receipt's `items`. */
  readonly lines: readonly BillLine[];
  /** The sum of the lines' amounts, before all discounts. */
  readonly goods: string;
  /** The sum of the lines' own discounts. */
  readonly lineDiscounts: string;
  /** The supplier's discount on the whole receipt. */
  readonly documentDiscount: string;
  /** `goods` minus all discounts, without tax. */
  readonly taxableAmount: string;
  /** The sum of the lines' tax. */
  readonly tax: string;
  /** The delivery charge, which is never discounted or taxed. */
  readonly shipping: string;
  /** The total without tax: `taxableAmount` plus `shipping`. */
  readonly totalExclusive: string;
  /** The amount to pay: `totalExclusive` plus `tax`. */
  readonly total: string;
  /** The taxable amount and the tax of each tax rate, in the order in which the lines name the rates. */
  readonly taxes: readonly BillTax[];
  /** The `total` of the receipt, which the API rounds to 2 decimals. Post `total` if the currency has 3. `null` if absent. */
  readonly headerTotal: string | null;
  /**
   * `headerTotal` minus `total`. Up to 0.01 either way is rounding. It can be up to 0.03 if the `total` agrees with the header's own
   * `totalPrice` and `tax`, because each can differ from the lines by 0.01. `null` without a `headerTotal`.
   */
  readonly difference: string | null;
  /** The `tax` of the receipt. `null` if absent. */
  readonly headerTax: string | null;
  /** `headerTax` minus `tax`. Up to 0.01 either way is rounding. `null` without a `headerTax`. */
  readonly taxDifference: string | null;
  /** The `totalPrice` of the receipt. `null` if absent. */
  readonly headerGoods: string | null;
  /** `headerGoods` minus `goods`. Up to 0.01 either way is rounding. `null` without a `headerGoods`. */
  readonly goodsDifference: string | null;
  /** The header fields that the receipt lacks. Older receipts can lack `tax` and `total`. */
  readonly computed: readonly BillHeaderField[];
  /** Whether the receipt is complete and its amounts agree, each within 0.01. If not, see `problems`. */
  readonly isBalanced: boolean;
  /** All problems of the receipt. */
  readonly problems: readonly BillProblem[];
}

/** A line of a bill. API specification: Resources › Goods receipt, line item fields, and rules 3 and 4. */
export interface BillLine {
  /** The position in the receipt's `items`, from 0. */
  readonly index: number;
  /**
   * The quantity, with up to 6 decimals, such as `'2.5'`. It is read from the field `quantity`. The API specification does not define
   * the name of the field, or whether it counts purchase units or inventory units.
   */
  readonly quantity: string | null;
  /**
   * The purchase unit, or `inventoryUom` if there is none. It is read from `purchaseUnit`, `purchaseUom` or `unit`. The API
   * specification does not define the name of the field.
   */
  readonly unit: string | null;
  /**
   * The cost of one `unit` before discounts, rounded. No amount is calculated from it. It is read from `unitCost` or `unitPrice`,
   * or from `pricePerUnit` if `unit` is the `inventoryUom`. The API specification does not define the name of the unit cost.
   */
  readonly unitPrice: string | null;
  /** The amount of the line before discounts: `totalPrice`. */
  readonly amount: string;
  /** The supplier's discount on this line. */
  readonly discount: string;
  /** `amount` minus `discount`. */
  readonly net: string;
  /** The line's share of the document discount, by `net`. The shares add up to `documentDiscount`. */
  readonly documentDiscountShare: string;
  /** `net` minus `documentDiscountShare`. It includes the tax if the receipt is tax-inclusive. */
  readonly taxBase: string;
  /** `taxBase` without tax. */
  readonly taxableAmount: string;
  /** The tax: `taxAmount` of the line, or the calculated tax. `'0.00'` without `taxAmount` and `taxRate`. */
  readonly tax: string;
  /** Whether `tax` is calculated because the line has no `taxAmount`. */
  readonly isTaxComputed: boolean;
  /** The name of the tax rate. */
  readonly taxRateName: string | null;
  /** The exact tax rate as a fraction: `'0.07'` means 7 %. */
  readonly taxRate: string | null;
  /** The kind of the tax rate, as received. */
  readonly taxRateKind: string | null;
}

/** The part of a bill that has the same tax rate. */
export interface BillTax extends Pick<BillLine, 'taxRateName' | 'taxRate' | 'taxRateKind'> {
  /** The sum of the lines' `taxableAmount`. */
  readonly taxableAmount: string;
  /** The sum of the lines' `tax`. */
  readonly tax: string;
}

/**
 * The action for a bill. API specification: States › Goods receipt statuses.
 *
 * - `post`: The receipt is completed and consistent. Post the bill, or update it if you posted it before.
 * - `void`: The receipt is cancelled. Void the bill if you posted it before.
 * - `hold`: The receipt is a draft, partially received, or has problems. Keep the bill that you posted before, and alert a person.
 */
export type BillAction = 'post' | 'void' | 'hold';

/** A header field that can be calculated from the lines. */
export type BillHeaderField = 'totalPrice' | 'tax' | 'total';

/** A problem of a receipt. */
export interface BillProblem {
  /** The kind of problem. */
  readonly code: BillProblemCode;
  /** The path of the field in the receipt, such as `items[0].totalPrice`. */
  readonly path: string;
  /** A description for people. The wording can change, so compare `code` instead. */
  readonly message: string;
}

/**
 * The kind of a problem. With these problems, a bill is not balanced:
 *
 * - `malformed`: A field has an invalid value, such as text as an amount. The field is ignored.
 * - `negative`: An amount is negative. The API does not expose credit notes.
 * - `discount-too-large`: A discount is more than the amount that it reduces.
 * - `tax-too-large`: The tax of a line is more than the line amount that includes it.
 * - `header-differs`: A header amount differs from the lines by more than 0.01. A `total` may agree with the header's own
 *   `totalPrice` and `tax` instead.
 * - `tax-mode-unknown`: The receipt does not state whether amounts include tax, and no total shows that tax is added.
 * - `no-id`: The receipt has no id.
 * - `no-lines`: The receipt has no lines.
 *
 * These do not affect `isBalanced`:
 *
 * - `unknown-status`: The status is not documented. The bill is on hold.
 * - `line-tax-differs`: The tax that a line states differs from its rate by more than 0.01. The stated tax is used, and the bill
 *   can be posted.
 */
export type BillProblemCode =
  | 'malformed'
  | 'negative'
  | 'discount-too-large'
  | 'tax-too-large'
  | 'header-differs'
  | 'tax-mode-unknown'
  | 'no-id'
  | 'no-lines'
  | 'unknown-status'
  | 'line-tax-differs';
