import { Cancellation } from '../cancellation.js';
import { DuplicateFilter } from './duplicate-filter.js';
import type { ListPosition } from './list-position.js';
import type { NextPage } from './position.js';
import { type ListPlan, Prefetcher } from './prefetch.js';
import type { SlicePage } from './slice.js';
import { restAfter, type TimeRange } from './time-range.js';

/** One page of a list. It can be empty even if more pages follow. */
export interface Page<T> {
  /** Records in the order of the API, without those that an earlier page of this iteration delivered. */
  readonly items: T[];
  /**
   * When the request of this page was sent, on the clock of this machine. The records are at least that new. Store it with the
   * records, so that a page that you handle late does not overwrite a newer copy.
   * @example
   * ```ts
   * for await (const page of outlet.orders.list({ from, to }).pages()) {
   *   for (const order of page.items) await saveIfNewer(order, page.readAt);
   * }
   * ```
   */
  readonly readAt: Date;
  /** The slice of the range that the page belongs to, at most 31 days long. */
  readonly slice: TimeRange;
  /** The position after this page. Pass it as `resumeFrom` to continue there. */
  readonly position: ListPosition;
}

/**
 * A page of a list that was read: `outlet-open-api:page`.
 * @inline
 */
export interface PageMessage {
  /** Resource and method of the client, such as `orders.list`. */
  readonly operation: string;
  /** How many records the page has. */
  readonly records: number;
  /** The slice of the range that the page belongs to: ISO 8601 in UTC. */
  readonly slice: TimeRange;
  /** Whether the slice has more pages. */
  readonly hasNext: boolean;
}

/** A page without duplicates. */
export interface DeliveredPage<T> extends SlicePage<T> {
  readonly items: T[];
  /** The page that the list continues with; `null` at its end. */
  readonly continuesAt: NextPage | null;
}

/**
 * Iterates over the pages of a list.
 * @param start - `null` if the list was read to its end
 * @param limit - the number of records after which prefetching stops. With a limit, windows are not sliced
 */
export async function* readPages<T>(
  plan: ListPlan<T>,
  start: NextPage | null,
  limit: number,
): AsyncGenerator<DeliveredPage<T>, void, undefined> {
  if (start === null) return;
  const { operation, span, signal } = plan;
  const cancellation = new Cancellation([signal], Number.POSITIVE_INFINITY);
  const limited = limit === Number.POSITIVE_INFINITY ? plan : { ...plan, concurrency: 1 };
  const prefetcher = new Prefetcher<T>(limited, start, cancellation);
  const duplicates = new DuplicateFilter(operation.range.field);
  let delivered = 0;
  try {
    for (;;) {
      const page = await prefetcher.next();
      if (!page) return;
      const { next, slice } = page;
      duplicates.enter(slice);
      const items = page.items.filter((item) => duplicates.isNew(item));
      delivered += items.length;
      if (delivered < limit) prefetcher.fetchAhead();
      const rest = restAfter(slice, span, operation.range);
      const afterSlice = rest ? { slice: rest, cursor: null } : null;
      const continuesAt = next === null ? afterSlice : { slice, cursor: next };
      yield { ...page, items, continuesAt };
    }
  } finally {
    cancellation.dispose();
    if (prefetcher.isFetching) cancellation.abort(new DOMException('The iteration has ended', 'AbortError'));
  }
}
