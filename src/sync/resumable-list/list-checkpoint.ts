import { RequestValidationError } from '../../errors/request-validation-error.js';
import { parseInstant } from '../../instants.js';
import type { Checkpoint } from '../../lists/checkpoint.js';
import { isRecord } from '../../records.js';
import type { SyncCheckpoint } from '../checkpoints/checkpoint-store.js';

/** What is walked, and for what: times are ISO 8601 in UTC. */
export interface ListRange {
  readonly task: 'backfill' | 'reconciliation' | 'export';
  readonly kind: 'orders' | 'goods-receipts';
  readonly from: string;
  readonly to: string;
  /** As the list takes it; `null` for what the list gives by itself. */
  readonly status: string | null;
}

/** How far a walk over a list came. */
export type ListCheckpoint = SyncCheckpoint &
  ListRange & {
    readonly isDone: boolean;
    /** Behind the last page that was dealt with; `null` at the beginning. */
    readonly page: Checkpoint | null;
    /** At the beginning of the window that this page was found in. */
    readonly window: Checkpoint | null;
    readonly pages: number;
    readonly records: number;
  };

export function beginningOf({ task, kind, from, to, status }: ListRange): ListCheckpoint {
  const [page, window] = [null, null];
  return { version: 1, task, kind, from, to, status, isDone: false, page, window, pages: 0, records: 0 };
}

/**
 * Reads what an earlier run left; `undefined` where there is nothing. What the list itself left is checked when it is resumed.
 *
 * @param of - what is to be walked, and for what
 * @param what - what is refused, such as `The backfill was not begun`
 * @param path - where the value came from: `checkpoints`, or `resumeFrom`
 * @throws RequestValidationError for anything else
 */
export function readListCheckpoint(
  left: unknown,
  of: Pick<ListRange, 'task' | 'kind'>,
  what: string,
  path: string,
): ListCheckpoint | undefined {
  if (left === undefined || left === null) return undefined;
  const read = walkIn(left);
  if (read?.kind === of.kind && read.task === of.task) return read;
  const message = `holds no checkpoint of this version for a ${of.task} of ${of.kind}`;
  throw new RequestValidationError(what, [{ path, message }]);
}

function walkIn(left: unknown): ListCheckpoint | undefined {
  if (!isRecord(left)) return undefined;
  const { version, task, kind, from, to, status, isDone, page, window, pages, records } = left;
  const isWhole =
    version === 1 &&
    (task === 'backfill' || task === 'reconciliation' || task === 'export') &&
    (kind === 'orders' || kind === 'goods-receipts') &&
    isInstant(from) &&
    isInstant(to) &&
    (status === null || typeof status === 'string') &&
    typeof isDone === 'boolean' &&
    isPlace(page) &&
    isPlace(window) &&
    isTally(pages) &&
    isTally(records);
  return isWhole
    ? { version, task, kind, from, to, status, isDone, page, window, pages, records }
    : undefined;
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
