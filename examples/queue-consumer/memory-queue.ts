import { once } from 'node:events';
import type { DeadLetter, Job, JobQueue } from './queue.js';

interface Entry<T> {
  readonly data: T;
  readonly attempt: number;
}

/** A queue in the memory of this process, for tests and demonstrations. It loses its jobs when the process ends. */
export class MemoryQueue<T> implements JobQueue<T> {
  readonly deadLetters: DeadLetter<T>[] = [];
  readonly #ready: Entry<T>[] = [];
  readonly #changes = new EventTarget();
  #delayed = 0;

  /** Number of jobs that wait for an attempt. */
  get waiting(): number {
    return this.#ready.length + this.#delayed;
  }

  async add(data: T): Promise<void> {
    this.#push({ data, attempt: 1 });
  }

  async take(signal: AbortSignal): Promise<Job<T> | undefined> {
    while (!signal.aborted) {
      const entry = this.#ready.shift();
      if (entry) return this.#jobOf(entry);
      await once(this.#changes, 'job', { signal }).catch(() => {});
    }
    return undefined;
  }

  #push(entry: Entry<T>): void {
    this.#ready.push(entry);
    this.#changes.dispatchEvent(new Event('job'));
  }

  #jobOf({ data, attempt }: Entry<T>): Job<T> {
    return {
      data,
      attempt,
      done: async () => {},
      retry: async (delay) => {
        this.#delayed += 1;
        const timer = setTimeout(() => {
          this.#delayed -= 1;
          this.#push({ data, attempt: attempt + 1 });
        }, delay);
        // A job that waits does not keep the process alive.
        timer.unref();
      },
      deadLetter: async (reason) => {
        this.deadLetters.push({ data, reason });
      },
    };
  }
}
