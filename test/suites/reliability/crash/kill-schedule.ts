import { type Moment, momentOf } from './kill-moments.js';
import type { KillPlan } from './plan.js';
import type { Said, Task } from './program/output-lines.js';
import type { ProgramProcess } from './program-process.js';

/** Kills a program at each planned moment. */
export class KillSchedule {
  readonly #ahead: KillPlan[];
  #passed = 0;
  #isTaken = false;
  /** The program that took a lease last. */
  #holder: ProgramProcess | undefined;

  constructor(plans: readonly KillPlan[]) {
    this.#ahead = [...plans];
  }

  get isOver(): boolean {
    return this.#ahead.length === 0;
  }

  /** Handles a line that a program wrote. */
  hear({ task, word }: Said, running: ProgramProcess): void {
    if (word === 'leased') this.#holder = running;
    // The outlet sees the requests of pages, and a program without the lease asks again.
    const moment = momentOf({ task, word });
    if (moment !== 'page' && word !== 'held') this.#meet(task, moment, running);
  }

  /** Handles a request to an outlet. */
  see(task: Task): void {
    if (this.#holder) this.#meet(task, 'page', this.#holder);
  }

  /** Moves on to the next kill. Returns the plan of the last one. */
  hit(): KillPlan | undefined {
    this.#begin();
    return this.#ahead.shift();
  }

  /** All programs ended before the planned moment. The next kill comes at the first one of its kind. */
  miss(): void {
    this.#begin();
    const [next, ...others] = this.#ahead;
    if (next) this.#ahead.splice(0, this.#ahead.length, { ...next, task: 'poll', after: 0 }, ...others);
  }

  #begin(): void {
    this.#passed = 0;
    this.#isTaken = false;
  }

  #meet(task: Task, moment: Moment, running: ProgramProcess): void {
    const [plan] = this.#ahead;
    if (!plan || this.#isTaken || plan.task !== task || plan.moment !== moment) return;
    this.#passed += 1;
    if (this.#passed <= plan.after) return;
    this.#isTaken = true;
    if (plan.delay === 0) running.kill();
    else setTimeout(() => running.kill(), plan.delay);
  }
}
