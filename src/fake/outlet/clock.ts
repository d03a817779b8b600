import { maxTimerDelay } from '../../cancellation.js';
import { unref } from '../../host.js';
import { FakeError } from '../fake-error.js';
import type { ReportChange } from '../topics.js';

/** The clock of the fake. It follows a base clock, and you can advance it. */
export interface FakeClock {
  /** Returns the time in milliseconds since the epoch. */
  now(): number;
  /** Advances the clock by milliseconds. Tasks that are then due, such as webhook retries, start at once. */
  advance(milliseconds: number): void;
}

export interface Clock extends FakeClock {
  /** How far the clock has been advanced, in milliseconds. */
  readonly aheadBy: number;
  /** Now, in ISO 8601 and UTC. */
  timestamp(): string;
  /** Now, or a millisecond after the last call, so that two events have different times. */
  laterTimestamp(): string;
  after(milliseconds: number, task: () => void): void;
  /** Follows the base clock again, and drops the tasks. */
  reset(): void;
}

interface Task {
  readonly due: number;
  readonly run: () => void;
}

export function createClock(base: () => number, reportChange: ReportChange): Clock {
  const tasks = new Set<Task>();
  let offset = 0;
  let last = 0;
  const now = () => base() + offset;

  function run(task: Task): void {
    if (tasks.delete(task)) task.run();
  }

  function arm(task: Task): void {
    const timer = setTimeout(
      () => {
        if (!tasks.has(task)) return;
        // The base clock of a test can be constant.
        if (now() < task.due) arm(task);
        else run(task);
      },
      Math.min(Math.max(task.due - now(), 1), maxTimerDelay),
    );
    // A fake must not keep a process running.
    unref(timer);
  }

  function nextDue(until: number): Task | undefined {
    let next: Task | undefined;
    for (const task of tasks) {
      if (task.due <= until && (!next || task.due < next.due)) next = task;
    }
    return next;
  }

  return {
    get aheadBy() {
      return offset;
    },
    now,
    timestamp: () => new Date(now()).toISOString(),
    laterTimestamp() {
      last = Math.max(now(), last + 1);
      return new Date(last).toISOString();
    },
    advance(milliseconds) {
      if (!(milliseconds >= 0))
        throw new FakeError('The clock only goes forward: pass milliseconds of 0 or more.');
      const target = now() + milliseconds;
      // Real time passes while tasks run, so the difference to `target` is not exact.
      const ahead = offset + milliseconds;
      for (let task = nextDue(target); task; task = nextDue(target)) {
        offset += Math.max(task.due - now(), 0);
        run(task);
      }
      offset = Math.max(offset, ahead);
      reportChange('clock');
    },
    after(milliseconds, run) {
      const task = { due: now() + milliseconds, run };
      tasks.add(task);
      arm(task);
    },
    reset() {
      offset = 0;
      last = 0;
      tasks.clear();
    },
  };
}
