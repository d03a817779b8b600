import type { Window } from '../../rate-limit/schedule.js';
import { spacedCount } from '../../rate-limit/spacing.js';
import { windowLength } from '../../rate-limit/window-clock.js';
import { maxAhead, type Slot, type SlotRequest, tolerance } from './slot.js';

/** Without Redis: the slots of one process, so that all processes together keep the limit. */
export class LocalSlots {
  readonly #processes: number;
  /** The window of the last slot, and how many slots of it the process has used. */
  #reset = Number.NEGATIVE_INFINITY;
  #used = 0;
  /** When the last slot was used if the windows are unknown. */
  #at = Number.NEGATIVE_INFINITY;

  constructor(processes: number) {
    this.#processes = processes;
  }

  /** Records a slot of Redis. Its window can be full, so that the next local slot is in a later window. */
  add({ reset, at }: Slot): void {
    this.#reset = reset ?? this.#reset;
    this.#used = Number.POSITIVE_INFINITY;
    this.#at = at;
  }

  /** Returns the first window without local slots, which Redis does not know of: this one or a later one. */
  firstFreeWindow(window: Window): Window {
    const ahead = this.#reset + windowLength - window.reset;
    if (this.#used === Number.POSITIVE_INFINITY || ahead <= tolerance || ahead > maxAhead) return window;
    return { reset: window.reset + ahead, end: window.end + ahead };
  }

  next({ window, limit }: Pick<SlotRequest, 'window' | 'limit'>, now: number): Slot {
    const exact = limit / this.#processes;
    // Rounded also without windows: otherwise, all processes together would exceed the promised share.
    const share = exact < 1 ? exact : Math.floor(exact);
    this.#at = Math.max(now, this.#at + spacedCount / share);
    if (!window) return { reset: undefined, index: 0, at: this.#at };
    const ahead = this.#reset - window.reset;
    const isFull = this.#used >= Math.max(1, share);
    if (ahead < -tolerance || ahead > maxAhead) this.#begin(window.reset);
    else if (isFull) this.#begin(this.#reset + windowLength * Math.ceil(Math.max(1, 1 / share)));
    this.#used += 1;
    return { reset: this.#reset, index: this.#used - 1, at: this.#at };
  }

  #begin(reset: number): void {
    this.#reset = reset;
    this.#used = 0;
  }
}
