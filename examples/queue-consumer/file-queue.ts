import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { JsonLines } from './json-lines.js';
import type { DeadLetter, Job, JobQueue } from './queue.js';

interface Entry<T> {
  readonly id: string;
  readonly data: T;
  readonly attempt: number;
  /** Why the job became a dead letter. */
  readonly reason?: string;
}

type Line<T> = Entry<T> | { readonly id: string; readonly isDone: true };

/** A queue in a file, for one process. Its jobs survive a crash. */
export class FileQueue<T> implements JobQueue<T> {
  readonly #file: JsonLines<Line<T>>;
  readonly #entries = new Map<string, Entry<T>>();
  readonly #ready: Entry<T>[] = [];
  readonly #changes = new EventTarget();

  private constructor(file: JsonLines<Line<T>>) {
    this.#file = file;
  }

  static async open<T>(path: string): Promise<FileQueue<T>> {
    const queue = new FileQueue<T>(await JsonLines.open(path));
    for await (const line of queue.#file.read()) queue.#keep(line);
    queue.#ready.push(...queue.#waiting);
    return queue;
  }

  /** Number of jobs that wait for an attempt, or that run. */
  get waiting(): number {
    return this.#waiting.length;
  }

  get deadLetters(): readonly DeadLetter<T>[] {
    return [...this.#entries.values()].flatMap(({ data, reason }) =>
      reason === undefined ? [] : [{ data, reason }],
    );
  }

  async add(data: T): Promise<void> {
    this.#push(await this.#write({ id: randomUUID(), data, attempt: 1 }));
  }

  async take(signal: AbortSignal): Promise<Job<T> | undefined> {
    while (!signal.aborted) {
      const entry = this.#ready.shift();
      if (entry) return this.#jobOf(entry);
      await once(this.#changes, 'job', { signal }).catch(() => {});
    }
    return undefined;
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  get #waiting(): Entry<T>[] {
    return [...this.#entries.values()].filter(({ reason }) => reason === undefined);
  }

  #push(entry: Entry<T>): void {
    this.#ready.push(entry);
    this.#changes.dispatchEvent(new Event('job'));
  }

  #jobOf(entry: Entry<T>): Job<T> {
    const { id, data, attempt } = entry;
    return {
      data,
      attempt,
      done: async () => {
        await this.#write({ id, isDone: true });
      },
      retry: async (delay) => {
        const next = await this.#write({ id, data, attempt: attempt + 1 });
        // A job that waits does not keep the process alive. The next start takes it at once.
        setTimeout(() => this.#push(next), delay).unref();
      },
      deadLetter: async (reason) => {
        await this.#write({ ...entry, reason });
      },
    };
  }

  /** Resolves when the line is on the disk. */
  async #write<L extends Line<T>>(line: L): Promise<L> {
    await this.#file.append(line);
    this.#keep(line);
    return line;
  }

  #keep(line: Line<T>): void {
    if ('isDone' in line) this.#entries.delete(line.id);
    else this.#entries.set(line.id, line);
  }
}
