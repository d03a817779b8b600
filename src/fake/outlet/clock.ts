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
  /**
   * Stops the clock until `resume` or a reset. Webhook retries and the autopilot then wait, and no new window of the rate limit begins.
   * `advance` still moves the clock.
   */
  hold(): void;
  /** Starts the clock again. It catches up with the time that has passed, and tasks that are then due start at once. */
  resume(): void;
}

export interface Clock extends FakeClock {
  /** How far the clock has been advanced, in milliseconds. */
  readonly aheadBy: number;
  readonly isHeld: boolean;
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
  let timer: ReturnType<typeof setTimeout> | undefined;
  let offset = 0;
  let last = 0;
  /** The time of the base clock when the clock was held. */
  let heldAt: number | undefined;
  const now = () => (heldAt ?? base()) + offset;

  function nextDue(until = Number.POSITIVE_INFINITY): Task | undefined {
    let next: Task | undefined;
    for (const task of tasks) {
      if (task.due <= until && (!next || task.due < next.due)) next = task;
    }
    return next;
  }

  function advance(milliseconds: number): void {
    const target = now() + milliseconds;
    // Real time passes while tasks run, so the difference to `target` is not exact.
    const ahead = offset + milliseconds;
    for (let task = nextDue(target); task; task = nextDue(target)) {
      offset += Math.max(task.due - now(), 0);
      tasks.delete(task);
      task.run();
    }
    offset = Math.max(offset, ahead);
    setTimer();
  }

  /** Waits for the next task. */
  function setTimer(): void {
    clearTimeout(timer);
    const task = nextDue();
    if (!task || heldAt !== undefined) return;
    // The base clock of a test can be constant, so no task may be due then.
    timer = setTimeout(() => advance(0), Math.min(Math.max(task.due - now(), 1), maxTimerDelay));
    // A fake must not keep a process running.
    unref(timer);
  }

  return {
    get aheadBy() {
      return offset;
    },
    get isHeld() {
      return heldAt !== undefined;
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
      advance(milliseconds);
      reportChange('clock');
    },
    hold() {
      heldAt ??= base();
      clearTimeout(timer);
      reportChange('clock');
    },
    resume() {
      heldAt = undefined;
      advance(0);
      reportChange('clock');
    },
    after(milliseconds, run) {
      tasks.add({ due: now() + milliseconds, run });
      setTimer();
    },
    reset() {
      offset = 0;
      last = 0;
      heldAt = undefined;
      tasks.clear();
    },
  };
}
