import type { Job, JobQueue } from './queue.js';

/** Options of `consume`. */
export interface ConsumeOptions<T> {
  /** Handles a job. It must be idempotent, because every queue can deliver a job twice. */
  readonly handle: (data: T) => Promise<void>;
  /** Returns whether a job that failed with this error can succeed later. Attempts count from 1. */
  readonly isTransient: (error: unknown, attempt: number) => boolean;
  /** Stops taking jobs. */
  readonly signal: AbortSignal;
  /** How many jobs run at the same time. Default: 4. */
  readonly concurrency?: number;
  /** How often a job is tried. Default: 8, which takes one to two minutes. */
  readonly maxAttempts?: number;
  /** Milliseconds before the first retry. Each further delay is twice as long. Default: 500. */
  readonly firstDelay?: number;
}

/** Takes jobs until `signal` aborts. Resolves when the running jobs have finished. Rejects if the queue itself fails. */
export async function consume<T>(queue: JobQueue<T>, options: ConsumeOptions<T>): Promise<void> {
  const { signal, concurrency = 4 } = options;
  const work = async () => {
    for (let job = await queue.take(signal); job; job = await queue.take(signal)) await run(job, options);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

async function run<T>(job: Job<T>, options: ConsumeOptions<T>): Promise<void> {
  const { handle, isTransient, maxAttempts = 8, firstDelay = 500 } = options;
  try {
    await handle(job.data);
    await job.done();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (!isTransient(error, job.attempt) || job.attempt >= maxAttempts) {
      console.log(`Dead letter after attempt ${job.attempt}: ${JSON.stringify(job.data)}. ${reason}`);
      await job.deadLetter(reason);
      return;
    }
    // The random part keeps jobs that failed together from coming back together.
    const delay = Math.round(firstDelay * 2 ** (job.attempt - 1) * (1 + Math.random()));
    console.log(`Retry in ${delay} ms after attempt ${job.attempt}: ${JSON.stringify(job.data)}. ${reason}`);
    await job.retry(delay);
  }
}
