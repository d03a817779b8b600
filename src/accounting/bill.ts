import type { GoodsReceiptStatus, Supplier } from '../entities/index.js';

/**
 * A goods receipt as a supplier's bill, computed from its lines. It is plain data, and the same for the same receipt.
 *
 * All amounts are decimal text in the outlet's currency, such as `'12.50'`: with 2 decimal places, and with more, at most 6, where
 * those of the receipt have more. Zero is `'0.00'`.
 *
 * Specification: "Goods receipt".
 */
export interface Bill {
  /** The receipt's id: the key under which the bill is posted, updated and voided. `''` where the receipt has none. */
  readonly receiptId: string;
  /** What to do with it. */
  readonly action: BillAction;
  /** The receipt's status, as it came. */
  readonly status: GoodsReceiptStatus | null;
  /** The receipt's reference number. */
  readonly number: string | null;
  /** Date of the supplier's bill: `deliveryDate`, as it came. */
  readonly billDate: string | null;
  /** When the receipt was recorded, as it came. */
  readonly created: string | null;
  /** As it was when the receipt was recorded. */
  readonly supplier: Supplier | null;
  /** Whether the lines' amounts include their tax. Where the receipt does not say, they do not. */
  readonly isTaxInclusive: boolean;
  /** In the order of the receipt's `items`. */
  readonly lines: readonly BillLine[];
  /** Sum of the lines' amounts, before any discount. */
  readonly goods: string;
  /** Sum of the lines' own discounts. */
  readonly lineDiscounts: string;
  /** The supplier's discount on the whole document. */
  readonly documentDiscount: string;
  /** Goods less all discounts, without tax. */
  readonly taxableAmount: string;
  /** Sum of the lines' tax. */
  readonly tax: string;
  /** Freight; neither discounted nor taxed. */
  readonly shipping: string;
  /** What is to be paid, less its tax: `taxableAmount` plus `shipping`. */
  readonly totalExclusive: string;
  /** What is to be paid: goods less all discounts, plus tax where it is not included, plus shipping. */
  readonly total: string;
  /** The taxable amounts and their tax by rate, in the order in which the lines name them. */
  readonly taxes: readonly BillTax[];
  /** The amount payable that the receipt states; `null` where it states none. */
  readonly headerTotal: string | null;
  /** `headerTotal` less `total`: within 0.01, as headers are rounded. `null` without a `headerTotal`. */
  readonly difference: string | null;
  /** The tax that the receipt states; `null` where it states none. */
  readonly headerTax: string | null;
  /** `headerTax` less `tax`: within 0.01. `null` without a `headerTax`. */
  readonly taxDifference: string | null;
  /** The sum of the lines' amounts that the receipt states; `null` where it states none. */
  readonly headerGoods: string | null;
  /** `headerGoods` less `goods`: within 0.01. `null` without a `headerGoods`. */
  readonly goodsDifference: string | null;
  /** Which fields of its header the receipt lacks, so that only the lines tell: older ones lack `tax` or `total`. */
  readonly computed: readonly BillHeaderField[];
  /** Whether the receipt's amounts make sense and agree with each other within 0.01. Where they do not, `problems` says why. */
  readonly balanced: boolean;
  /** All that is wrong with the receipt. */
  readonly problems: readonly BillProblem[];
}

/** A line of a bill. Specification: "Goods receipt", line item fields, and rules 3 and 4. */
export interface BillLine {
  /** Where the line stands in the `items` of the receipt, from 0. */
  readonly index: number;
  /** The line's amount: `totalPrice`, before discounts. */
  readonly amount: string;
  /** The supplier's discount on this line. */
  readonly discount: string;
  /** `amount` less `discount`. */
  readonly net: string;
  /** What of the discount on the document falls on this line, by its `net`. The shares add up to `documentDiscount`. */
  readonly documentDiscountShare: string;
  /** What the tax is reckoned on: `net` less `documentDiscountShare`. Of a tax-inclusive receipt it contains the tax. */
  readonly taxBase: string;
  /** `taxBase` without tax. */
  readonly taxableAmount: string;
  /** The tax that the line states, or, where it states none, the tax at its rate. */
  readonly tax: string;
  /** Whether the line states no tax, so that `tax` is its rate's, rounded half up. Without a rate it is `'0.00'`. */
  readonly taxComputed: boolean;
  /** The name of the tax rate when the receipt was recorded. */
  readonly taxRateName: string | null;
  /** A decimal fraction as text: `'0.07'` means 7 %. */
  readonly taxRate: string | null;
  /** Its kind, as it came. */
  readonly taxRateKind: string | null;
}

/** What of a bill is taxed at one rate. */
export interface BillTax extends Pick<BillLine, 'taxRateName' | 'taxRate' | 'taxRateKind'> {
  /** Sum of the lines' `taxableAmount`. */
  readonly taxableAmount: string;
  /** Sum of the lines' `tax`. */
  readonly tax: string;
}

/**
 * What to do with a bill, under its `receiptId`. Specification: "Goods receipt statuses".
 *
 * - `post`: the receipt is completed and nothing stands against it. Post it, or update what was posted.
 * - `void`: it was cancelled. Void what was posted, if anything was.
 * - `hold`: it is a draft, partially received, or something is wrong with it. Leave what was posted as it is, and tell somebody.
 */
export type BillAction = 'post' | 'void' | 'hold';

/** A field of the receipt's header that can be computed from the lines. */
export type BillHeaderField = 'totalPrice' | 'tax' | 'total';

/** Something that is wrong with a receipt. */
export interface BillProblem {
  readonly code: BillProblemCode;
  /** Where it stands in the receipt: `items[0].totalPrice`; empty for the whole. */
  readonly path: string;
  /** What is wrong there, for a person. It may change: decide by `code`. */
  readonly message: string;
}

/**
 * What is wrong. These say that a bill is not balanced:
 *
 * - `malformed`: a field holds what it cannot hold, such as text in place of an amount. It counts as absent.
 * - `negative`: an amount is less than nothing. Credit notes are not exposed.
 * - `discount-too-large`: a discount is more than what it comes off.
 * - `tax-too-large`: the tax in a line is more than the line that includes it.
 * - `header-differs`: an amount of the header differs from the lines by more than 0.01.
 * - `tax-mode-unknown`: the receipt does not say whether its amounts include tax, and no total shows that they do not.
 *
 * These do not, and only the last of them lets a bill be posted:
 *
 * - `no-id`, `unknown-status`, `no-lines`: the receipt lacks what a bill needs.
 * - `line-tax-differs`: the tax that a line states is not that of its rate, by more than 0.01. What it states counts.
 */
export type BillProblemCode =
  | 'malformed'
  | 'negative'
  | 'discount-too-large'
  | 'tax-too-large'
  | 'header-differs'
  | 'tax-mode-unknown'
  | 'no-id'
  | 'unknown-status'
  | 'no-lines'
  | 'line-tax-differs';
