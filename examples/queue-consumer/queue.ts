/** A queue of jobs. Implement it with your own queue: README.md lists several. */
export interface JobQueue<T> {
  /** Adds a job. Resolves when the queue has stored it, and rejects if it is not stored. */
  add(data: T): Promise<void>;
  /** Waits for the next job. Resolves with `undefined` when `signal` aborts. */
  take(signal: AbortSignal): Promise<Job<T> | undefined>;
}

/** A job that a consumer has taken. Exactly one of its methods ends the attempt. */
export interface Job<T> {
  readonly data: T;
  /** Counts from 1. */
  readonly attempt: number;
  /** Removes the job from the queue. */
  done(): Promise<void>;
  /** Makes the job available again after a delay in milliseconds. */
  retry(delay: number): Promise<void>;
  /** Moves the job to the dead letters, where a person can look at it and add it again. */
  deadLetter(reason: string): Promise<void>;
}

/** A job that failed for good. */
export interface DeadLetter<T> {
  readonly data: T;
  readonly reason: string;
}
