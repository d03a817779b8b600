import type { Life } from './life.js';
import { type Moment, momentOf } from './moments.js';
import type { KillPlan } from './plan.js';
import type { Said, Task } from './program/said.js';

/** Waits for the moments that are planned, and kills whoever meets them. */
export class Aim {
  readonly #ahead: KillPlan[];
  #passed = 0;
  #isTaken = false;
  /** Who has the lease, as far as is known. */
  #holder: Life | undefined;

  constructor(plans: readonly KillPlan[]) {
    this.#ahead = [...plans];
  }

  get isOver(): boolean {
    return this.#ahead.length === 0;
  }

  /** A program has said something. */
  hear({ task, word }: Said, life: Life): void {
    if (word === 'leased') this.#holder = life;
    // Pages are seen at the outlet, and who is refused goes on to ask.
    const moment = momentOf({ task, word });
    if (moment !== 'page' && word !== 'refused') this.#meet(task, moment, life);
  }

  /** A request has come. */
  see(task: Task): void {
    if (this.#holder) this.#meet(task, 'page', this.#holder);
  }

  /** The kill has come. Gives what was planned. */
  hit(): KillPlan | undefined {
    this.#begin();
    return this.#ahead.shift();
  }

  /** All have ended before their moment came: the next one is met as soon as something has happened. */
  miss(): void {
    this.#begin();
    const [next, ...others] = this.#ahead;
    if (next) this.#ahead.splice(0, this.#ahead.length, { ...next, task: 'poll', after: 0 }, ...others);
  }

  #begin(): void {
    this.#passed = 0;
    this.#isTaken = false;
  }

  #meet(task: Task, moment: Moment, life: Life): void {
    const [plan] = this.#ahead;
    if (!plan || this.#isTaken || plan.task !== task || plan.moment !== moment) return;
    this.#passed += 1;
    if (this.#passed <= plan.after) return;
    this.#isTaken = true;
    if (plan.delay === 0) life.kill();
    else setTimeout(() => life.kill(), plan.delay);
  }
}
