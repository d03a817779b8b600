import { LeaseError } from '../../errors/lease-error.js';
import { onAbort } from '../../on-abort.js';
import { sleep } from '../../timers.js';
import type { CheckpointOptions } from './checkpoint-options.js';
import type { CheckpointStore, Lease, SyncCheckpoint } from './checkpoint-store.js';

/** What a run reads its checkpoint from and saves it to. */
export interface CheckpointedRun {
  /** What an earlier run saved, unchecked: see `readCheckpoint`. `undefined` or `null` if nothing was saved. */
  readonly saved: unknown;
  /** Aborts when the run must end. */
  readonly signal: AbortSignal;
  /** Rejects if the run must not deliver anything more: it was aborted, or another run has taken over. */
  confirm(): Promise<void>;
  /** Saves also after an abort, because the records were delivered. Rejects if another run has taken over. */
  save(checkpoint: SyncCheckpoint): Promise<void>;
}

const renewalsPerLease = 3;
const retryInterval = 250;

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
  { name, lease: duration = 30_000 }: CheckpointOptions,
  store: CheckpointStore,
  ending: AbortController,
  run: (run: CheckpointedRun) => Promise<T>,
): Promise<T> {
  const { lease, asked } = await takeLease(store, name, duration, ending.signal);
  // In wall-clock time, which includes the time that a machine sleeps.
  let until = asked + duration;
  const renew = async () => {
    const asked = Date.now();
    if (await lease.renew(duration)) until = asked + duration;
    else ending.abort(new LeaseError('lost', name));
  };
  // If the store fails now, `confirm` asks it again before anything is delivered.
  const renewing = setInterval(() => renew().catch(() => {}), duration / renewalsPerLease);
  Object(renewing).unref?.();
  try {
    return await run({
      saved: parse(await store.load(name)),
      signal: ending.signal,
      async confirm() {
        if (Date.now() >= until) await renew();
        ending.signal.throwIfAborted();
      },
      save: (checkpoint) => lease.save(checkpoint),
    });
  } finally {
    clearInterval(renewing);
    // If the store fails now, the lease expires by itself, and what the run did is valid.
    await lease.release().catch(() => {});
  }
}

/** Waits for the length of a lease if another run has it, because that run may have crashed. */
async function takeLease(
  store: CheckpointStore,
  name: string,
  duration: number,
  signal: AbortSignal,
): Promise<{ readonly lease: Lease; readonly asked: number }> {
  const end = Date.now() + duration + retryInterval;
  for (;;) {
    const asked = Date.now();
    const lease = await store.lease(name, duration);
    if (lease) return { lease, asked };
    if (asked >= end) throw new LeaseError('held', name);
    await sleep(retryInterval, signal);
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
