import { hasMethods, isSignal, type Verdict } from '../../checks.js';
import { RequestValidationError } from '../../errors/request-validation-error.js';
import { isRecord } from '../../records.js';
import type { CheckpointStore, SyncTask } from './checkpoint-store.js';

/** The options that runs with checkpoints share. */
export interface CheckpointOptions {
  /** Identifies the run and its checkpoint. Only one run per name can be active. Use one name per outlet and task. */
  name: string;
  /**
   * A stable ID of the outlet, chosen by you, such as your own primary key. Every checkpoint records it, and a run rejects the
   * checkpoint of another outlet before it fetches anything. Do not use the access token, because tokens are rotated.
   */
  outlet: string;
  /**
   * Where checkpoints are stored. With `'manual'`, you store them: write each one in the transaction that writes its records, and make
   * sure that only one run is active. For example, replace the stored checkpoint only if it still is the one that this run read.
   */
  checkpoints: CheckpointStore | 'manual';
  /** With `checkpoints: 'manual'`: the checkpoint that you stored, as an object or as JSON text. `null` starts from the beginning. */
  resumeFrom?: unknown;
  /**
   * Milliseconds after which another run may take over unless this run renews its lease: 1,000 to 86,400,000. Default: 30,000. If
   * another run has the lease, this run waits for it for the same time.
   */
  lease?: number | undefined;
  /** Ends the run, which then rejects with the signal's reason. Records that a callback is writing are still saved. */
  signal?: AbortSignal | undefined;
}

/** Where a checkpoint is from, and which outlet it must belong to. */
type CheckpointSource = Pick<CheckpointOptions, 'name' | 'outlet' | 'checkpoints'>;

/** Returns what is wrong with the options, by name, or `true`. */
export function checkCheckpointOptions({
  name,
  outlet,
  checkpoints,
  resumeFrom,
  lease,
  signal,
}: CheckpointOptions): Record<string, Verdict> {
  const isManual = checkpoints === 'manual';
  const isStore = hasMethods(checkpoints, 'load', 'lease', 'delete', 'list');
  return {
    name: isText(name) || 'must be a non-empty string, different for each outlet and task',
    outlet: isText(outlet) || 'must be a non-empty string that identifies the outlet',
    checkpoints: isManual || isStore || "must be a CheckpointStore or 'manual'",
    resumeFrom: resumeFrom === undefined || isManual || "requires checkpoints: 'manual'",
    lease: lease === undefined || isDuration(lease) || 'must be 1,000 to 86,400,000 milliseconds',
    signal: signal === undefined || isSignal(signal) || 'must be an AbortSignal',
  };
}

/**
 * Reads the header of a checkpoint.
 *
 * @param saved - what an earlier run saved
 * @param what - what did not happen, such as `The backfill did not start`
 * @returns the checkpoint, of which only the header is checked; `undefined` if nothing was saved
 * @throws RequestValidationError if it belongs to another outlet, task or version
 */
export function readCheckpoint(
  saved: unknown,
  task: SyncTask,
  options: CheckpointSource,
  what: string,
): Record<string, unknown> | undefined {
  if (saved === undefined || saved === null) return undefined;
  const isOwn =
    isRecord(saved) && saved.version === 2 && saved.task === task && typeof saved.outlet === 'string';
  if (!isOwn) throw notACheckpoint(task, options, what);
  if (saved.outlet === options.outlet) return saved;
  const [theirs, ours, name] = [saved.outlet, options.outlet, options.name].map((text) =>
    JSON.stringify(text),
  );
  throw invalidCheckpoint(
    `has a checkpoint of outlet ${theirs}, but this run ${name} is for outlet ${ours}. ` +
      'Give the runs of each outlet their own names, or pass the outlet that the checkpoint belongs to',
    options,
    what,
  );
}

/** Returns the error for a value that is not a checkpoint of the task, or is damaged. */
export function notACheckpoint(
  task: SyncTask,
  options: CheckpointSource,
  what: string,
): RequestValidationError {
  const message =
    `has something else than a ${task} checkpoint of this version for ${JSON.stringify(options.name)}. ` +
    'Use another name, or delete it to start from the beginning';
  return invalidCheckpoint(message, options, what);
}

export function invalidCheckpoint(
  message: string,
  { checkpoints }: CheckpointSource,
  what: string,
): RequestValidationError {
  const path = checkpoints === 'manual' ? 'resumeFrom' : 'checkpoints';
  return new RequestValidationError(what, [{ path, message }]);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isDuration(value: unknown): boolean {
  return typeof value === 'number' && value >= 1_000 && value <= 86_400_000;
}
