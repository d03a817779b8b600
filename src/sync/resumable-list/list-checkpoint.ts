import { parseInstant } from '../../instants.js';
import type { Checkpoint } from '../../lists/checkpoint.js';
import { isRecord } from '../../records.js';
import { type CheckpointOptions, notACheckpoint, readCheckpoint } from '../checkpoints/checkpoint-options.js';
import type { SyncCheckpoint, SyncTask } from '../checkpoints/checkpoint-store.js';

/** A range of a list. Times are ISO 8601 in UTC. */
export interface ListRange {
  readonly kind: 'orders' | 'goods-receipts';
  readonly from: string;
  readonly to: string;
  /** As the list accepts it; `null` for the list's default. */
  readonly status: string | null;
}

/** Marks how far a list was read. */
export type ListCheckpoint<Task extends SyncTask = SyncTask> = SyncCheckpoint<Task> &
  ListRange & {
    readonly isDone: boolean;
    /** After the last page that was processed; `null` at the start. */
    readonly page: Checkpoint | null;
    /** At the start of the window that this page belongs to. */
    readonly window: Checkpoint | null;
    readonly pages: number;
    readonly records: number;
  };

/** Creates the checkpoint at the start of a list. */
export function startOfList<Task extends SyncTask>(
  task: Task,
  outlet: string,
  { kind, from, to, status }: ListRange,
): ListCheckpoint<Task> {
  const [page, window] = [null, null];
  const header = { version: 2, task, outlet } as const;
  return { ...header, kind, from, to, status, isDone: false, page, window, pages: 0, records: 0 };
}

/**
 * Reads the checkpoint of a list. The positions in it are checked when the list is resumed.
 *
 * @param saved - what an earlier run saved
 * @param what - what did not happen, such as `The backfill did not start`
 * @returns `undefined` if nothing was saved
 * @throws RequestValidationError if it is not a checkpoint of this task, outlet and kind
 */
export function readListCheckpoint<Task extends SyncTask>(
  saved: unknown,
  task: Task,
  expectedKind: ListRange['kind'],
  options: Pick<CheckpointOptions, 'name' | 'outlet' | 'checkpoints'>,
  what: string,
): ListCheckpoint<Task> | undefined {
  const found = readCheckpoint(saved, task, options, what);
  if (!found) return undefined;
  const { kind, from, to, status, isDone, page, window, pages, records } = found;
  const isValid =
    kind === expectedKind &&
    isInstant(from) &&
    isInstant(to) &&
    (status === null || typeof status === 'string') &&
    typeof isDone === 'boolean' &&
    isPosition(page) &&
    isPosition(window) &&
    isCount(pages) &&
    isCount(records);
  if (!isValid) throw notACheckpoint(task, options, what);
  const range = { kind: expectedKind, from, to, status };
  return { ...startOfList(task, options.outlet, range), isDone, page, window, pages, records };
}

function isInstant(value: unknown): value is string {
  return typeof value === 'string' && parseInstant(value) !== undefined;
}

function isPosition(value: unknown): value is Checkpoint | null {
  return value === null || (isRecord(value) && value.version === 1);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
