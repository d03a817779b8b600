import type { Verdict } from '../../errors/issue.js';
import type { ListPosition } from '../../lists/list-position.js';
import { checkOneOf, isCount, isText } from '../../options/checks.js';
import type { OptionReader } from '../../options/read-options.js';
import { type CallOptions, callOptions } from '../../transport/call-options.js';

/**
 * Options of a list. `timeout` and `deadline` apply to each page, and `signal` ends the iteration with its reason. The deadline of a page starts when
 * its first request is sent, so that pages that were fetched ahead do not expire in the queue.
 * @example
 * ```ts
 * const orders = outlet.orders.list({ from }, { resumeFrom: position, signal: AbortSignal.timeout(60_000) });
 * ```
 */
export interface ListOptions extends CallOptions {
  /**
   * The `position` of a page, as an object or JSON text. The list continues after that page. It has the range of the position, so
   * you can leave out `from` and `to`. The filters and `outletRef` must be those of the position.
   * @defaultValue `null`, which starts from the beginning
   */
  readonly resumeFrom?: ListPosition | string | null | undefined;
  /**
   * A stable ID of the outlet, chosen by you, such as your own primary key. Positions contain it, and the list rejects the
   * position of another outlet. It is not sent. Do not use the access token, because tokens are rotated.
   * @defaultValue None
   */
  readonly outletRef?: string | undefined;
  /**
   * How many slices of the range the client fetches in parallel: a whole number from 1 up, or `'auto'`. The client delivers the
   * slices in order and buffers at most 80 pages. `'auto'` starts with a slice of one day, unless the client already knows that
   * responses are fast. If responses take under 250 ms, or without a rate limit, it reads one slice at a time and prefetches one
   * page. Otherwise, it splits the range into slices of about 8 pages, and reads up to 5 of them in parallel.
   * @defaultValue `'auto'`
   */
  readonly concurrency?: 'auto' | number | undefined;
  /**
   * What happens if a page has no next cursor, but more pages may follow. For example, another field can be the cursor, such as
   * `nextCursor`, or the page is full and has no `next`. `'warn'` logs one warning and ends the list. `'error'` rejects with a
   * `ResponseValidationError`, so you notice an incomplete list. The message names the client option to set.
   * @defaultValue `'warn'`
   */
  readonly missingNext?: 'warn' | 'error' | undefined;
}

/** Reads the options of a list. */
export function listOptions(option: OptionReader<ListOptions>) {
  return {
    ...callOptions(option),
    resumeFrom: option('resumeFrom', () => true, undefined),
    outletRef: option('outletRef', checkOutletRef, undefined),
    concurrency: option('concurrency', checkConcurrency, 'auto'),
    missingNext: option('missingNext', checkOneOf('warn', 'error'), undefined),
  };
}

function checkOutletRef(outletRef: unknown): Verdict {
  return isText(outletRef) || 'must be a non-empty string that identifies the outlet';
}

function checkConcurrency(concurrency: unknown): Verdict {
  return concurrency === 'auto' || isCount(concurrency) || "must be 'auto' or a whole number from 1 up";
}
