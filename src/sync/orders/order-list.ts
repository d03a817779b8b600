import type { OutletClient } from '../../client/client.js';
import type { TimestampInput } from '../../entities/field-types.js';
import type { Order, OrderListParams } from '../../entities/index.js';
import { parseInstant } from '../../instants.js';
import type { OptionReader } from '../../options/read-options.js';
import {
  type CheckpointedPage,
  checkpointedPages,
  type ListCheckpoint,
} from '../resumable-list/list-checkpoint.js';

/** The range of orders that a run lists. */
export interface OrderRangeOptions {
  /** Start of the range: a `Date` or an RFC 3339 string. The API specification does not define which time of an order the range applies to. */
  readonly from: TimestampInput;
  /** End of the range. Default: the time at which the run starts. A backfill that resumes keeps its end. */
  readonly to?: TimestampInput | undefined;
}

export type RequestedRange = ReturnType<typeof parseRange>;

/** Parses times to milliseconds since the epoch; `NaN` if invalid. */
export function parseRange({ from, to, status }: OrderRangeOptions & Pick<OrderListParams, 'status'>) {
  return {
    from: parseInstant(from) ?? Number.NaN,
    to: to === undefined ? undefined : (parseInstant(to, 'up') ?? Number.NaN),
    status,
  };
}

/** Reads the range of a run. */
export function rangeOptions(option: OptionReader<OrderRangeOptions>, { from, to }: RequestedRange) {
  const instant = 'must be a valid Date or an RFC 3339 string such as 2026-01-01T00:00:00Z';
  const checkFrom = () =>
    Number.isNaN(from)
      ? instant
      : to !== undefined || from <= Date.now() || 'must not be in the future unless to is set';
  const checkTo = () => (Number.isNaN(to) ? instant : !(from > Number(to)) || 'must not be before from');
  return { from: option('from', checkFrom), to: option('to', checkTo, undefined) };
}

/** Lists orders after a checkpoint, with background priority. */
export function orderPages(
  orders: OutletClient['orders'],
  start: ListCheckpoint,
  signal: AbortSignal,
): AsyncIterable<CheckpointedPage<Order>> {
  const { from, to, status, position } = start;
  // `query` accepts the status as text. It was checked when the run started.
  const options = {
    query: { status },
    signal,
    priority: 'background',
    missingNext: 'error',
    resumeFrom: position,
  } as const;
  return checkpointedPages(start, () => orders.list({ from, to }, options).pages());
}
