import { InvalidRequestError } from '../../errors/invalid-request-error.js';
import { readGiven } from '../../errors/read-given.js';
import { parseInstant } from '../../instants.js';
import type { Checkpoint } from '../../lists/index.js';
import { isRecord } from '../../records.js';
import type { SyncCheckpoint } from '../checkpoints/checkpoint-store.js';

/** Which orders are walked: ISO 8601 in UTC. */
export interface OrderRange {
  readonly from: string;
  readonly to: string;
  /** Both where there is none. */
  readonly status: string | null;
}

/** How far a walk over orders came. */
export type OrderWalkCheckpoint = SyncCheckpoint &
  OrderRange & {
    readonly kind: 'orders';
    readonly isDone: boolean;
    /** Behind the last page that was dealt with; `null` at the beginning. */
    readonly page: Checkpoint | null;
    /** At the beginning of the window that this page was found in. */
    readonly window: Checkpoint | null;
    readonly pages: number;
    readonly orders: number;
  };

export function beginningOf(range: OrderRange): OrderWalkCheckpoint {
  return {
    version: 1,
    kind: 'orders',
    from: range.from,
    to: range.to,
    status: range.status,
    isDone: false,
    page: null,
    window: null,
    pages: 0,
    orders: 0,
  };
}

/**
 * Reads what an earlier run left; `undefined` where there is nothing. What the list itself left is checked when it is resumed.
 *
 * @param what - what is refused, such as `The backfill was not begun`
 * @param path - where the value came from: `checkpoints`, or `resumeFrom`
 * @throws InvalidRequestError for anything else
 */
export function readOrderWalk(left: unknown, what: string, path: string): OrderWalkCheckpoint | undefined {
  if (left === undefined || left === null) return undefined;
  const read = readGiven(what, () => fieldsOf(left));
  if (!read)
    throw new InvalidRequestError(what, [{ path, message: 'holds no checkpoint of orders of this version' }]);
  return read;
}

function fieldsOf(left: unknown): OrderWalkCheckpoint | undefined {
  if (!isRecord(left)) return undefined;
  const { version, kind, from, to, status, isDone, page, window, pages, orders } = left;
  const isWhole =
    version === 1 &&
    kind === 'orders' &&
    isInstant(from) &&
    isInstant(to) &&
    (status === null || typeof status === 'string') &&
    typeof isDone === 'boolean' &&
    isPlace(page) &&
    isPlace(window) &&
    isTally(pages) &&
    isTally(orders);
  return isWhole ? { version, kind, from, to, status, isDone, page, window, pages, orders } : undefined;
}

function isInstant(value: unknown): value is string {
  return typeof value === 'string' && parseInstant(value) !== undefined;
}

function isPlace(value: unknown): value is Checkpoint | null {
  return value === null || (isRecord(value) && value.version === 1);
}

function isTally(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
