/** The tasks of one API key. */
export interface Lane {
  readonly waiting: Set<Task>;
  running: number;
  /** Counted by the tasks themselves. */
  interactiveReads: number;
}

type Task = (lane: Lane) => Promise<void>;

/** Runs tasks in parallel, up to a limit for all and a limit for each API key. Keys take turns, so that none delays the others. */
export class FairQueue {
  readonly #concurrency: number;
  readonly #concurrencyPerKey: number;
  /** By key. The one that was served last is at the end. */
  readonly #lanes = new Map<string, Lane>();
  #running = 0;

  constructor(concurrency: number, concurrencyPerKey: number) {
    this.#concurrency = concurrency;
    this.#concurrencyPerKey = concurrencyPerKey;
  }

  /** Runs a task, which must not reject, as soon as there is room. */
  add(keyRef: string, task: Task): void {
    const lane = this.#lanes.get(keyRef) ?? { waiting: new Set(), running: 0, interactiveReads: 0 };
    this.#lanes.set(keyRef, lane);
    lane.waiting.add(task);
    this.#start();
  }

  /** Removes the tasks that wait. */
  clear(): void {
    this.#lanes.clear();
  }

  #start(): void {
    for (const [keyRef, lane] of this.#lanes) {
      if (this.#running >= this.#concurrency) return;
      const [task] = lane.waiting;
      if (!task || lane.running >= this.#concurrencyPerKey) continue;
      lane.waiting.delete(task);
      // The other keys come first next time.
      this.#lanes.delete(keyRef);
      this.#lanes.set(keyRef, lane);
      this.#run(keyRef, lane, task);
    }
  }

  async #run(keyRef: string, lane: Lane, task: Task): Promise<void> {
    this.#running += 1;
    lane.running += 1;
    await task(lane);
    this.#running -= 1;
    lane.running -= 1;
    if (lane.running + lane.waiting.size === 0) this.#lanes.delete(keyRef);
    this.#start();
  }
}
