import { onAbort } from '../../on-abort.js';
import type { CheckpointOptions } from './checkpoint-options.js';
import type { CheckpointStore, SyncCheckpoint } from './checkpoint-store.js';
import { HeldLease } from './held-lease.js';

/** What a run reads its checkpoint from and saves it to. */
export interface CheckpointedRun {
  /** What an earlier run saved, unchecked: see `readCheckpoint`. `undefined` or `null` if nothing was saved. */
  readonly saved: unknown;
  /** Aborts when the run must end. */
  readonly signal: AbortSignal;
  /** Rejects if the run must not deliver anything more: it was aborted, or another run has taken over. */
  confirm(): Promise<void>;
  save(checkpoint: SyncCheckpoint): Promise<void>;
}

/**
 * Calls a function as the only run of its name.
 *
 * @throws LeaseError if another run of the name is active, or takes over
 */
export async function runWithCheckpoints<T>(
  options: CheckpointOptions,
  run: (run: CheckpointedRun) => Promise<T>,
): Promise<T> {
  const { checkpoints, resumeFrom, signal } = options;
  if (signal?.aborted) throw signal.reason;
  const ending = new AbortController();
  const unfollow = signal && onAbort(signal, () => ending.abort(signal.reason));
  try {
    if (checkpoints !== 'manual') return await runLeased(options, checkpoints, ending, run);
    return await run({
      saved: parse(resumeFrom),
      signal: ending.signal,
      confirm: async () => ending.signal.throwIfAborted(),
      save: async () => {},
    });
  } finally {
    unfollow?.();
  }
}

async function runLeased<T>(
  options: CheckpointOptions,
  store: CheckpointStore,
  ending: AbortController,
  run: (run: CheckpointedRun) => Promise<T>,
): Promise<T> {
  const { name, lease: duration = 30_000 } = options;
  const lease = await HeldLease.take(store, name, duration, ending);
  try {
    return await run({
      saved: parse(await store.load(name)),
      signal: ending.signal,
      async confirm() {
        await lease.confirm();
        ending.signal.throwIfAborted();
      },
      save: (checkpoint) => lease.save(checkpoint),
    });
  } finally {
    await lease.release();
  }
}

/** A database driver may return the JSON text of what was saved. */
function parse(saved: unknown): unknown {
  if (typeof saved !== 'string') return saved;
  try {
    return JSON.parse(saved);
  } catch {
    return saved;
  }
}
