import { isSignal } from '../../is-signal.js';
import { isRecord } from '../../records.js';
import type { CheckpointStore } from './checkpoint-store.js';

/** What is wrong with the options that all runs of sync share, by name, or `true`. */
export function verdictsOnCheckpointOptions({
  checkpoints,
  name,
  resumeFrom,
  signal,
}: {
  readonly checkpoints: unknown;
  readonly name: unknown;
  readonly resumeFrom?: unknown;
  readonly signal: unknown;
}): Record<string, true | string> {
  return {
    checkpoints:
      checkpoints === 'manual' || isStore(checkpoints) || "must be a store of checkpoints, or 'manual'",
    name: (typeof name === 'string' && name !== '') || 'must be text that is not empty',
    resumeFrom:
      resumeFrom === undefined ||
      checkpoints === 'manual' ||
      "goes with checkpoints: 'manual' alone: a store has its own",
    signal: signal === undefined || isSignal(signal) || 'must be an AbortSignal',
  };
}

function isStore(value: unknown): value is CheckpointStore {
  return isRecord(value) && [value.load, value.save, value.lease].every((part) => typeof part === 'function');
}
