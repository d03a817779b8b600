import { RequestValidationError } from '../../errors/request-validation-error.js';
import { isRecord } from '../../json.js';
import { isText } from '../../options/checks.js';
import type { CheckpointOptions } from './checkpoint-options.js';
import type { SyncCheckpoint, SyncTask } from './checkpoint-store.js';

/** The start of the error message for a task whose options or checkpoint are invalid. */
export const notStarted: Readonly<Record<SyncTask, string>> = {
  backfill: 'The backfill did not start',
  reconcile: 'The reconciliation did not start',
  poll: 'The poll did not start',
  export: 'The export did not start',
};

/** Returns what every checkpoint starts with. */
export function headerOf<Task extends SyncTask>(
  task: Task,
  { outletRef }: CheckpointOptions,
): SyncCheckpoint<Task> {
  return { version: 2, task, outletRef };
}

/**
 * Reads an unchecked checkpoint; `undefined` if nothing was saved. `isWhole` checks the fields after the header.
 * @throws {@link RequestValidationError} if it belongs to another outlet, task or version, or is damaged
 */
export function readCheckpoint<Task extends SyncTask, T extends Record<string, unknown>>(
  saved: unknown,
  task: Task,
  options: CheckpointOptions,
  isWhole: (found: Record<string, unknown>) => found is T,
): (T & SyncCheckpoint<Task>) | undefined {
  if (saved === undefined || saved === null) return undefined;
  const [name, outletRef] = [JSON.stringify(options.name), JSON.stringify(options.outletRef)];
  const isOwn = isRecord(saved) && saved.version === 2 && saved.task === task && isText(saved.outletRef);
  if (isOwn && saved.outletRef !== options.outletRef) {
    const problem = `has a checkpoint of outlet ${JSON.stringify(saved.outletRef)}, but this run ${name} is for outlet ${outletRef}`;
    const advice = 'Use another name for each outlet, or pass the outletRef that the checkpoint belongs to';
    throw invalidCheckpoint(task, `${problem}. ${advice}`);
  }
  if (isOwn && isWhole(saved)) return { ...saved, ...headerOf(task, options) };
  const problem = `has a checkpoint of another task or version for ${name}`;
  const advice = 'Use another name, or delete it to start from the beginning';
  throw invalidCheckpoint(task, `${problem}. ${advice}`);
}

/** Returns the error for a checkpoint that a run cannot use. */
export function invalidCheckpoint(task: SyncTask, message: string): RequestValidationError {
  return new RequestValidationError(notStarted[task], [{ path: 'checkpoints', message }]);
}
