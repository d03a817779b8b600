import type { Verdict } from '../../errors/issue.js';
import type { Logger } from '../../logger.js';
import { checkFunction, checkSignal, hasMethods, isText } from '../../options/checks.js';
import type { OptionReader } from '../../options/read-options.js';
import type { CheckpointStore } from './checkpoint-store.js';

/** Options of every run with checkpoints. */
export interface CheckpointOptions {
  /** Identifies the run and its checkpoint. Only one run per name can be active. Use one name per outlet and task. */
  readonly name: string;
  /**
   * A stable ID of the outlet, chosen by you, such as your own primary key. Every checkpoint records it, and a run rejects the
   * checkpoint of another outlet before it fetches anything. Do not use the access token, because tokens are rotated.
   */
  readonly outletRef: string;
  /** The store for checkpoints. */
  readonly checkpoints: CheckpointStore;
  /**
   * Milliseconds after which another run can take over unless this run renews its lease: 1,000 to 86,400,000. If another run has
   * the lease, or the store does not respond, this run waits that long before it fails. Default: 30,000.
   */
  readonly leaseDuration?: number | undefined;
  /**
   * Returns the current time. Called when the run has its lease. A range without `to` ends at this time. It is also the `readAt` of
   * everything that the run lists, because all of it is requested later. If several machines write the same records, return the time of a
   * clock that they share, such as that of the database. Default: the clock of this machine, with the time of each request as `readAt`.
   */
  readonly now?: (() => Date | Promise<Date>) | undefined;
  /** Receives the warnings of the run. Default: `console`. */
  readonly logger?: Pick<Logger, 'warn'> | undefined;
  /**
   * Aborts the run, which then rejects with the signal's reason. Records that a callback is writing are still saved, which can take
   * `leaseDuration` if the store does not respond.
   */
  readonly signal?: AbortSignal | undefined;
}

/** Reads the options of every run. */
export function runOptions(option: OptionReader<CheckpointOptions>) {
  return {
    name: option('name', checkRunName),
    outletRef: option('outletRef', checkOutletRef),
    checkpoints: option('checkpoints', checkStore),
    leaseDuration: option('leaseDuration', checkLeaseDuration, undefined),
    now: option('now', checkFunction, undefined),
    logger: option('logger', checkWarner, console),
    signal: option('signal', checkSignal, undefined),
  };
}

/** Checks a logger that gets only warnings. */
function checkWarner(logger: unknown): Verdict {
  return hasMethods(logger, 'warn') || 'must have the method warn';
}

function checkRunName(name: unknown): Verdict {
  return isText(name) || 'must be a non-empty string, different for each outlet and task';
}

export function checkLeaseDuration(duration: unknown): Verdict {
  const isDuration = typeof duration === 'number' && duration >= 1_000 && duration <= 86_400_000;
  return isDuration || 'must be 1,000 to 86,400,000 milliseconds';
}

export function checkOutletRef(outletRef: unknown): Verdict {
  return isText(outletRef) || 'must be a non-empty string that identifies the outlet';
}

function checkStore(store: unknown): Verdict {
  return hasMethods(store, 'load', 'acquire', 'delete', 'list') || 'must be a CheckpointStore';
}
