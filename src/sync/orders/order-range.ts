import type { TimestampInput } from '../../entities/field-types.js';
import type { OrderListParams } from '../../entities/index.js';
import { formatInstant, parseInstant } from '../../instants.js';
import type { ListRange } from '../resumable-list/list-checkpoint.js';

type OrderRange = Omit<ListRange, 'task'>;

/** A range of orders as it was asked for: checked, with its instants in milliseconds since the epoch. */
export interface AskedRange {
  readonly from: number;
  readonly to: number | undefined;
  readonly status: OrderListParams['status'];
}

/** Reads a range. Bounds that are no instants are `NaN`. */
export function askedRange(
  from: TimestampInput,
  to: TimestampInput | undefined,
  status: OrderListParams['status'],
): AskedRange {
  return {
    from: parseInstant(from) ?? Number.NaN,
    to: to === undefined ? undefined : (parseInstant(to, 'up') ?? Number.NaN),
    status,
  };
}

/** What is wrong with a range, by option, or `true`. */
export function verdictsOnRange({ from, to, status }: AskedRange): Record<string, true | string> {
  const instant = 'must be a Date, or RFC 3339 text with its offset';
  return {
    from: Number.isNaN(from)
      ? instant
      : to !== undefined || from <= Date.now() || 'must not lie ahead, where there is no to',
    to: to === undefined || (Number.isNaN(to) ? instant : !(from > to) || 'must not lie before from'),
    status: [undefined, 'complete', 'cancelled'].includes(status) || 'must be complete or cancelled',
  };
}

/** The range as it is walked, up to now where it has no end. */
export function rangeUpToNow({ from, to = Math.max(from, Date.now()), status }: AskedRange): OrderRange {
  return { kind: 'orders', from: formatInstant(from), to: formatInstant(to), status: status ?? null };
}

/** Whether a walk over one range can go on as a walk over what is asked for now. */
export function isSameRange(range: OrderRange, asked: AskedRange): boolean {
  const { from, to, status } = rangeUpToNow({ ...asked, to: asked.to ?? parseInstant(range.to) });
  return range.from === from && range.to === to && range.status === status;
}
