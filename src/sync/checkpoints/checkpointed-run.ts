import { onAbort, oneAtATime, sleep, untilAborted } from '../../cancellation.js';
import { observe } from '../../diagnostics/channels.js';
import { abortReasonIn } from '../../errors/call-aborted-error.js';
import { assertValid } from '../../errors/request-validation-error.js';
import { unref } from '../../host.js';
import { parseIfText } from '../../json.js';
import type { ListRange } from '../resumable-list/list-checkpoint.js';
import type { CheckpointOptions } from './checkpoint-options.js';
import type { CheckpointStore, SyncCheckpoint, SyncMessage, SyncRun, SyncTask } from './checkpoint-store.js';
import { LeaseError } from './lease-error.js';
import { notStarted } from './saved-checkpoint.js';

export interface RunContext {
  /** The unchecked checkpoint of an earlier run: see `readCheckpoint`. `undefined` or `null` if nothing was saved. */
  readonly saved: unknown;
  /** The run, with its lease. */
  readonly run: SyncRun;
  /** When the run got its lease, on the clock of `now`. */
  readonly startedAt: Date;
  /** Returns a time before the request of a page, on the same clock. */
  readAtOf(page: { readonly readAt: Date }): Date;
  /** Aborts when the run must end. */
  readonly signal: AbortSignal;
  /** Calls a callback, or rejects if the run was aborted or another run has taken over. */
  deliver<T>(callback: () => T | PromiseLike<T>): Promise<T>;
  /** Saves a checkpoint, even after an abort, because its records were delivered. Rejects if another run has taken over. */
  save(checkpoint: SyncCheckpoint): Promise<void>;
}

/** What a run can do while it has its lease. */
type Lease = Omit<RunContext, 'startedAt' | 'readAtOf'>;

const renewalsPerLease = 3;
const retryInterval = 250;

/** Calls a function as the only run of its name. @throws {@link LeaseError} if another run of the name is active, or takes over */
export function runWithCheckpoints<T extends Pick<ListRange, 'to'>>(
  task: SyncTask,
  { name, checkpoints, leaseDuration = 30_000, now, signal }: CheckpointOptions,
  work: (context: RunContext) => Promise<T>,
): Promise<T> {
  const message: SyncMessage = { run: (work) => work(), task, name, through: undefined };
  return observe('sync', message, async () => {
    if (signal?.aborted) throw signal.reason;
    const ending = new AbortController();
    const unfollow = signal && onAbort(signal, () => ending.abort(signal.reason));
    const workInTime = async (lease: Lease) => {
      const startedAt = (await now?.()) ?? new Date();
      const isDate = startedAt instanceof Date && !Number.isNaN(startedAt.getTime());
      assertValid(notStarted[task], { now: isDate || 'must return a valid Date' });
      // Pages are fetched ahead, but none before the run has started.
      return work({ ...lease, startedAt, readAtOf: ({ readAt }) => (now ? startedAt : readAt) });
    };
    const report = await runLeased(checkpoints, name, leaseDuration, ending, workInTime)
      .catch((error: unknown) => {
        const reason = abortReasonIn(error);
        throw reason === ending.signal.reason ? reason : error;
      })
      .finally(unfollow);
    message.through = new Date(report.to);
    return report;
  });
}

async function runLeased<T>(
  store: CheckpointStore,
  name: string,
  leaseDuration: number,
  ending: AbortController,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  const { signal } = ending;
  const unresponsive = new AbortController();
  /** Rejects if a call of the store takes longer than a lease. From then on, the run waits for no call of the store. */
  const inTime = <Result>(call: () => Result | Promise<Result>): Promise<Result> => {
    const timer = setTimeout(() => {
      unresponsive.abort(new LeaseError('no-response', name, leaseDuration));
      ending.abort(unresponsive.signal.reason);
    }, leaseDuration);
    const result = (async () => call())();
    return untilAborted(result, unresponsive.signal).finally(() => clearTimeout(timer));
  };
  /** Also rejects on an abort, unlike a save. */
  const unlessAborted = <Result>(call: () => Result | Promise<Result>) => untilAborted(inTime(call), signal);
  /** Waits for the length of a lease if another run has it, because that run may have crashed. */
  const acquire = async () => {
    const end = Date.now() + leaseDuration + retryInterval;
    for (;;) {
      const sentAt = Date.now();
      const acquiring = (async () => store.acquire({ name, leaseDuration }))();
      const run = await unlessAborted(() => acquiring).catch((error: unknown) => {
        acquiring.then((late) => late?.release()).catch(() => {});
        throw error;
      });
      if (run) return { run, sentAt };
      if (sentAt >= end) throw new LeaseError('held', name);
      await sleep(retryInterval, signal);
    }
  };
  const { run, sentAt } = await acquire();
  // In wall-clock time, which includes the time that the machine sleeps.
  let heldUntil = sentAt + leaseDuration;
  // A transaction of the callback can block a renewal.
  const renew = oneAtATime(async () => {
    const renewedAt = Date.now();
    if (await run.renew({ leaseDuration })) heldUntil = renewedAt + leaseDuration;
    else ending.abort(new LeaseError('lost', name));
  });
  // If the store fails now, `deliver` renews the lease before it delivers anything.
  const timer = setInterval(() => renew().catch(() => {}), leaseDuration / renewalsPerLease);
  unref(timer);
  try {
    return await work({
      saved: parseIfText(await unlessAborted(() => store.load(name))),
      run,
      signal,
      async deliver(callback) {
        if (Date.now() >= heldUntil) await unlessAborted(renew);
        signal.throwIfAborted();
        return callback();
      },
      save: (checkpoint) => inTime(() => run.save(checkpoint)),
    });
  } finally {
    clearInterval(timer);
    // If the store fails now, the lease expires by itself. The work of the run stays valid.
    await inTime(() => run.release()).catch(() => {});
  }
}
