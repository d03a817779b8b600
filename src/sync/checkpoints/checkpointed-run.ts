import { onAbort } from '../../on-abort.js';
import type { CheckpointStore, SyncCheckpoint } from './checkpoint-store.js';
import { HeldLease } from './held-lease.js';

/** Who keeps the checkpoints of a run. */
export interface CheckpointOptions {
  /** The store that keeps them, or the caller, who gets them with what is handed over. */
  readonly checkpoints: CheckpointStore | 'manual';
  readonly name: string;
  /** What the caller kept. */
  readonly resumeFrom: unknown;
  readonly signal: AbortSignal | undefined;
}

/** Where a run begins, and where it leaves word of how far it came. */
export interface CheckpointedRun {
  /** What an earlier run left; `undefined` or `null` where there was none. */
  readonly left: unknown;
  /** Ends the run. */
  readonly signal: AbortSignal;
  /** Rejects where nothing more may be handed over: the run is to end, or another one has taken its place. */
  confirm(): Promise<void>;
  save(checkpoint: SyncCheckpoint): Promise<void>;
}

/**
 * Runs with a run, as the only one of its name.
 *
 * @throws LeaseError where another run has the name, or takes it over
 */
export async function runWithCheckpoints<T>(
  keeping: CheckpointOptions,
  run: (run: CheckpointedRun) => Promise<T>,
): Promise<T> {
  const { checkpoints, resumeFrom, signal } = keeping;
  if (signal?.aborted) throw signal.reason;
  const ending = new AbortController();
  const unfollow = signal && onAbort(signal, () => ending.abort(signal.reason));
  try {
    if (checkpoints !== 'manual') return await runLeased(keeping, checkpoints, ending, run);
    const { signal } = ending;
    return await run({
      left: parsed(resumeFrom),
      signal,
      confirm: async () => signal.throwIfAborted(),
      save: async () => {},
    });
  } finally {
    unfollow?.();
  }
}

async function runLeased<T>(
  { name }: CheckpointOptions,
  store: CheckpointStore,
  ending: AbortController,
  run: (run: CheckpointedRun) => Promise<T>,
): Promise<T> {
  const lease = await HeldLease.take(store, name, ending);
  try {
    return await run({
      left: parsed(await store.load(name)),
      signal: ending.signal,
      async confirm() {
        await lease.confirm();
        ending.signal.throwIfAborted();
      },
      async save(checkpoint) {
        await lease.confirm();
        await store.save(name, checkpoint);
      },
    });
  } finally {
    await lease.release();
  }
}

/** Some stores give back text where they were given an object. */
function parsed(left: unknown): unknown {
  if (typeof left !== 'string') return left;
  try {
    return JSON.parse(left);
  } catch {
    return left;
  }
}
