import { checkOptional, checkSignal, hasMethods, isText, type Verdict } from '../../checks.js';
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

export function checkCheckpointOptions(options: RunOptions, isManual = false): Record<string, Verdict> {
  const { name, outletRef, checkpoints, resumeFrom, leaseDuration, signal } = options;
  const isStore = hasMethods(checkpoints, 'load', 'acquire', 'delete', 'list');
  const isDuration =
    typeof leaseDuration === 'number' && leaseDuration >= 1_000 && leaseDuration <= 86_400_000;
  return {
    name: isText(name) || 'must be a non-empty string, different for each outlet and task',
    outletRef: isText(outletRef) || 'must be a non-empty string that identifies the outlet',
    checkpoints: isManual || isStore || 'must be a CheckpointStore',
    resumeFrom: resumeFrom === undefined || isManual || "requires checkpoints: 'manual'",
    leaseDuration: leaseDuration === undefined || isDuration || 'must be 1,000 to 86,400,000 milliseconds',
    signal: checkOptional(signal, checkSignal),
  };
}
