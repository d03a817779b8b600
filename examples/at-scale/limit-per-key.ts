import { DelayedError, type Job } from 'bullmq';

/** Runs a job, or delays it. */
type RunJob = <T>(
  job: Pick<Job<{ readonly keyRef: string }>, 'data' | 'moveToDelayed'>,
  token: string | undefined,
  work: () => Promise<T>,
) => Promise<T>;

/** Milliseconds between two waiting jobs of one key. It allows 5 requests per second, and the other workers can be down. */
const interval = 200;

/** Runs at most this many jobs of one key at a time. The places of a worker are for all outlets, so a busy one delays no other one. */
export function limitPerKey(limit: number): RunJob {
  const active = new Map<string, number>();
  /** When the last waiting job of each key is due. */
  const lastDue = new Map<string, number>();

  return async (job, token, work) => {
    const { keyRef } = job.data;
    const others = active.get(keyRef) ?? 0;
    // Each waiting job gets a time of its own. Otherwise, the worker would take the same jobs from the queue again and again.
    if (others >= limit) {
      const due = Math.max(Date.now(), lastDue.get(keyRef) ?? 0) + interval;
      lastDue.set(keyRef, due);
      await job.moveToDelayed(due, token);
      throw new DelayedError();
    }
    active.set(keyRef, others + 1);
    try {
      return await work();
    } finally {
      const left = (active.get(keyRef) ?? 1) - 1;
      if (left === 0) active.delete(keyRef);
      else active.set(keyRef, left);
    }
  };
}
