/** The orders of a list. */
export interface OrdersPlan {
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  /** Evenly over the day, or only during opening hours, with peaks at noon and in the evening. */
  readonly spread: 'even' | 'opening-hours';
}

export interface OrderPage {
  readonly data: readonly unknown[];
  readonly next: string | null;
}

/** Specification: "Limits", page size. */
export const pageSize = 25;

const day = 24 * 60 * 60 * 1_000;
/** Share of a day's orders in each hour. */
const rush = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 14, 10, 4, 2, 2, 5, 13, 17, 14, 8, 4, 1];

/** A restaurant's orders, oldest first, calculated from their index. */
export class Orders {
  readonly #times: Float64Array;

  constructor(plan: OrdersPlan) {
    this.#times = timesOf(plan);
  }

  /** Returns one page, or `undefined` if the cursor belongs to another range. Both bounds are inclusive. */
  page(query: URLSearchParams): OrderPage | undefined {
    const range = `${query.get('from')}/${query.get('to')}`;
    const first = this.#firstAt(Date.parse(query.get('from') ?? ''));
    const end = this.#firstAt(Date.parse(query.get('to') ?? '') + 1);
    const cursor = query.get('cursor');
    const begin = cursor === null ? first : placeIn(cursor, range);
    if (begin === undefined || Number.isNaN(first + end)) return undefined;
    const next = begin + pageSize;
    const indices = Array.from(
      { length: Math.max(Math.min(next, end) - begin, 0) },
      (_, step) => begin + step,
    );
    return {
      data: indices.map((index) => orderOf(`o-${index}`, this.#times[index] ?? 0)),
      next: next < end ? cursorOf(next, range) : null,
    };
  }

  /** Index of the first order at or after an instant. */
  #firstAt(instant: number): number {
    if (Number.isNaN(instant)) return Number.NaN;
    let low = 0;
    let high = this.#times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#times[middle] ?? 0) < instant) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** An order as the service returns it. */
export function orderOf(id: string, created: number): unknown {
  return {
    id,
    status: 'complete',
    channelId: 'c-1',
    created: new Date(created).toISOString(),
    partnerInfo: { partnerChannel: 'foodie', orderId: `F-${id}` },
    items: [{ menuItemId: 'm-1', quantity: 2, customerName: 'Ada Lovelace', options: [] }],
    payments: [{ offlineMethod: 'card', amount: 2450, currency: 'EUR', externalId: `p-${id}` }],
  };
}

function timesOf({ count, from, to, spread }: OrdersPlan): Float64Array {
  const times = Float64Array.from(
    { length: count },
    (_, index) => from + ((to - from) * (index + 0.5)) / count,
  );
  return (spread === 'even' ? times : times.map(inOpeningHours)).map(Math.floor);
}

/** Moves an instant so that the same share of the day's orders has passed. */
function inOpeningHours(instant: number): number {
  const midnight = Math.floor(instant / day) * day;
  let rest = ((instant - midnight) / day) * 100;
  const hour = rush.findIndex((share) => {
    if (rest < share) return true;
    rest -= share;
    return false;
  });
  return midnight + ((hour + rest / (rush[hour] ?? 1)) / 24) * day;
}

function cursorOf(place: number, range: string): string {
  return Buffer.from(JSON.stringify({ place, range })).toString('base64');
}

function placeIn(cursor: string, range: string): number | undefined {
  try {
    const read: { place: number; range: string } = JSON.parse(Buffer.from(cursor, 'base64').toString());
    return read.range === range ? read.place : undefined;
  } catch {
    return undefined;
  }
}
