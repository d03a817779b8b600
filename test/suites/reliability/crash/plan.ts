import { createRandom, type Random } from '../../../../src/random.js';
import { allMoments, type Moment } from './kill-moments.js';
import type { Task } from './program/output-lines.js';

/** A run, planned before it starts. The same seed creates the same plan. */
export interface RunPlan {
  readonly seed: number;
  /** How many programs run at the same time on one folder. */
  readonly programs: number;
  /** How many outlets each program copies at the same time, with one store. */
  readonly outlets: number;
  /** How many days back the records start. */
  readonly days: number;
  readonly sparsePages: boolean;
  readonly bounds: 'inclusive' | 'half-open';
  readonly kills: readonly KillPlan[];
}

/** When a program is killed. */
export interface KillPlan {
  readonly task: Task;
  readonly moment: Moment;
  /** How many such moments pass first. */
  readonly after: number;
  /** Milliseconds between the moment and the kill. */
  readonly delay: number;
  /** How many records change before the next program starts. */
  readonly happenings: number;
}

export interface Extent {
  readonly kills: number;
  readonly programs: number;
  readonly outlets: number;
  readonly days: number;
}

/** How many such moments can pass first: fewer than there are. */
const most: Readonly<Record<Task, Readonly<Record<Moment, number>>>> = {
  backfill: { lease: 0, page: 4, callback: 4, between: 4, save: 4 },
  poll: { lease: 0, page: 2, callback: 25, between: 25, save: 1 },
};

/** Plans a run. Three of four share the store between two programs, two outlets, or both. */
export function planRun(seed: number, { kills, programs, outlets, days }: Extent = extentOf(seed)): RunPlan {
  const random = createRandom(seed);
  // The kills in the backfill come first, because the program polls after it.
  const tasks = Array.from({ length: kills }, () => random.pick(['backfill', 'poll'])).sort();
  return {
    seed,
    programs,
    outlets,
    days,
    sparsePages: random.next() < 0.3,
    bounds: random.pick(['inclusive', 'half-open']),
    kills: tasks.map((task) => planKill(task, random)),
  };
}

function extentOf(seed: number): Extent {
  return { kills: 5, programs: 1 + (Math.floor(seed / 2) % 2), outlets: 1 + (seed % 2), days: 91 };
}

function planKill(task: Task, random: Random): KillPlan {
  const moment = random.pick(allMoments);
  return {
    task,
    moment,
    after: random.integer(0, most[task][moment]),
    delay: random.next() < 0.5 ? 0 : random.integer(0, 20),
    happenings: random.next() < 0.7 ? random.integer(1, 4) : 0,
  };
}
