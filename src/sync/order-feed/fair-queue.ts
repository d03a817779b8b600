/** The tasks of one scope. */
export interface Lane {
  readonly waiting: Set<Task>;
  running: number;
  /** Counted by the tasks themselves. */
  interactiveReads: number;
}

type Task = (lane: Lane) => Promise<void>;

/** Runs tasks in parallel, up to a limit for all and a limit for each scope. Scopes take turns, so that none delays the others. */
export class FairQueue {
  readonly #concurrency: number;
  readonly #concurrencyPerScope: number;
  /** By scope. The one that was served last is at the end. */
  readonly #lanes = new Map<string, Lane>();
  #running = 0;

  constructor(concurrency: number, concurrencyPerScope: number) {
    this.#concurrency = concurrency;
    this.#concurrencyPerScope = concurrencyPerScope;
  }

  /** Runs a task, which must not reject, as soon as there is room. */
  add(scope: string, task: Task): void {
    const lane = this.#lanes.get(scope) ?? { waiting: new Set(), running: 0, interactiveReads: 0 };
    this.#lanes.set(scope, lane);
    lane.waiting.add(task);
    this.#start();
  }

  /** Removes the tasks that wait. */
  clear(): void {
    this.#lanes.clear();
  }

  #start(): void {
    for (const [scope, lane] of this.#lanes) {
      if (this.#running >= this.#concurrency) return;
      const [task] = lane.waiting;
      if (!task || lane.running >= this.#concurrencyPerScope) continue;
      lane.waiting.delete(task);
      // The other scopes come first next time.
      this.#lanes.delete(scope);
      this.#lanes.set(scope, lane);
      this.#run(scope, lane, task);
    }
  }

  async #run(scope: string, lane: Lane, task: Task): Promise<void> {
    this.#running += 1;
    lane.running += 1;
    await task(lane);
    this.#running -= 1;
    lane.running -= 1;
    if (lane.running + lane.waiting.size === 0) this.#lanes.delete(scope);
    this.#start();
  }
}
