import type { Verdict } from '../../errors/issue.js';
import { checkSignal, hasMethods, isText } from '../../options/checks.js';
import type { OptionReader } from '../../options/read-options.js';
import type { CheckpointStore } from './checkpoint-store.js';

/** Options of every run with checkpoints. */
export interface CheckpointOptions {
  /** Identifies the run and its checkpoint. Only one run per name can be active. Use one name per outlet and task. */
  name: string;
  /**
   * A stable ID of the outlet, chosen by you, such as your own primary key. Every checkpoint records it, and a run rejects the
   * checkpoint of another outlet before it fetches anything. Do not use the access token, because tokens are rotated.
   */
  outletRef: string;
  /** The store for checkpoints. */
  checkpoints: CheckpointStore;
  /**
   * Milliseconds after which another run can take over unless this run renews its lease: 1,000 to 86,400,000. If another run has
   * the lease, or the store does not respond, this run waits that long before it fails. Default: 30,000.
   */
  leaseDuration?: number | undefined;
  /**
   * Aborts the run, which then rejects with the signal's reason. Records that a callback is writing are still saved, which can take
   * `leaseDuration` if the store does not respond.
   */
  signal?: AbortSignal | undefined;
}

/** The options of a run that can leave the checkpoints to its caller. */
export type RunOptions = Omit<CheckpointOptions, 'checkpoints'> & {
  readonly checkpoints: CheckpointStore | 'manual';
  readonly resumeFrom?: unknown;
};

/** Reads the options of every run, without its store and outlet. */
export function runOptions(
  option: OptionReader<Pick<CheckpointOptions, 'name' | 'leaseDuration' | 'signal'>>,
) {
  return {
    name: option('name', checkRunName),
    leaseDuration: option('leaseDuration', checkLeaseDuration, undefined),
    signal: option('signal', checkSignal, undefined),
  };
}

function checkRunName(name: unknown): Verdict {
  return isText(name) || 'must be a non-empty string, different for each outlet and task';
}

function checkLeaseDuration(duration: unknown): Verdict {
  const isDuration = typeof duration === 'number' && duration >= 1_000 && duration <= 86_400_000;
  return isDuration || 'must be 1,000 to 86,400,000 milliseconds';
}

export function checkOutletRef(outletRef: unknown): Verdict {
  return isText(outletRef) || 'must be a non-empty string that identifies the outlet';
}

export function checkStore(store: unknown): Verdict {
  return hasMethods(store, 'load', 'acquire', 'delete', 'list') || 'must be a CheckpointStore';
}
