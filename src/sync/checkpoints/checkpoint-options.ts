import { hasMethods, isSignal, isText, type Verdict } from '../../checks.js';
import type { CheckpointStore } from './checkpoint-store.js';

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

export function checkCheckpointOptions(options: CheckpointOptions): Record<string, Verdict> {
  const { name, outlet, checkpoints, resumeFrom, lease, signal } = options;
  const isManual = checkpoints === 'manual';
  const isStore = hasMethods(checkpoints, 'load', 'lease', 'delete', 'list');
  const isDuration = typeof lease === 'number' && lease >= 1_000 && lease <= 86_400_000;
  return {
    name: isText(name) || 'must be a non-empty string, different for each outlet and task',
    outlet: isText(outlet) || 'must be a non-empty string that identifies the outlet',
    checkpoints: isManual || isStore || "must be a CheckpointStore or 'manual'",
    resumeFrom: resumeFrom === undefined || isManual || "requires checkpoints: 'manual'",
    lease: lease === undefined || isDuration || 'must be 1,000 to 86,400,000 milliseconds',
    signal: signal === undefined || isSignal(signal) || 'must be an AbortSignal',
  };
}
