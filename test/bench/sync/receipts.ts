/** The goods receipts that polls list. */
export interface ReceiptsPlan {
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  /** If a receipt is still a draft: the first one created at or after this instant. */
  readonly draftFrom?: number | undefined;
}

export interface ReceiptPage {
  readonly data: readonly unknown[];
  readonly next: string | null;
}

/** Specification: "Limits", page size. */
const pageSize = 25;

/** An outlet's goods receipts, evenly spread and oldest first, calculated from their index. */
export class Receipts {
  readonly #plan: ReceiptsPlan;
  readonly #draft: number | undefined;

  constructor(plan: ReceiptsPlan) {
    this.#plan = plan;
    this.#draft = plan.draftFrom === undefined ? undefined : this.#firstAt(plan.draftFrom);
  }

  /** Returns one page of a range. Both bounds are inclusive. */
  page(query: URLSearchParams): ReceiptPage {
    const first = Math.max(this.#firstAt(Date.parse(query.get('from') ?? '')), 0);
    const end = Math.min(this.#firstAt(Date.parse(query.get('to') ?? '') + 1), this.#plan.count);
    const statuses = query.get('status')?.split(',') ?? ['completed'];
    const begin = Number(query.get('cursor') ?? first);
    const data: unknown[] = [];
    let place = begin;
    for (; place < end && data.length < pageSize; place += 1) {
      const receipt = this.#receipt(place);
      if (statuses.includes(receipt.status)) data.push(receipt);
    }
    return { data, next: place < end ? String(place) : null };
  }

  #receipt(place: number) {
    const status = place === this.#draft ? 'draft' : place % 20 === 7 ? 'cancelled' : 'completed';
    return receiptOf(place, new Date(this.#createdAt(place)).toISOString(), status);
  }

  #createdAt(place: number): number {
    const { from, to, count } = this.#plan;
    return Math.floor(from + ((to - from) * (place + 0.5)) / count);
  }

  /** Index of the first receipt at or after an instant. */
  #firstAt(instant: number): number {
    const { from, to, count } = this.#plan;
    const near = Math.floor(((instant - from) * count) / (to - from) - 0.5);
    return [near - 1, near, near + 1].find((place) => this.#createdAt(place) >= instant) ?? near + 2;
  }
}

/** A goods receipt as the service returns it: some 700 bytes. */
function receiptOf(place: number, created: string, status: string) {
  const amount = 20 + (place % 977) / 100;
  return {
    id: `r-${place}`,
    goodsReceiptNumber: `GR-${place}`,
    status,
    created,
    deliveryDate: created,
    supplier: { supplierId: `s-${place % 40}`, name: 'Green Valley Produce', address: '1 Market Road' },
    items: ['kg', 'litre', 'piece'].map((inventoryUom, line) => ({
      quantity: line + 1,
      totalPrice: amount,
      discountAmount: 0,
      taxRateName: 'Standard',
      taxRate: 0.2,
      taxAmount: amount / 5,
      inventoryUom,
    })),
    totalPrice: amount * 3,
    discount: 0,
    shippingFee: 5,
    tax: (amount * 3) / 5,
    total: amount * 3.6 + 5,
    isTaxInclusive: false,
  };
}
