import type { Window } from '../../rate-limit/schedule.js';

/** A place in a window that belongs to one process. Each process has at most one slot of a key at a time. */
export interface Slot {
  /** When its window ends on the API's clock; `undefined` if no process knows the windows. */
  readonly reset: number | undefined;
  /** How many slots of the window come before it. */
  readonly index: number;
  /** When a process that does not know the windows uses it, on the monotonic clock. */
  readonly at: number;
}

/** What a process knows when it needs a slot. */
export interface SlotRequest {
  /** The first window that the process can use; `undefined` if it does not know the windows. */
  readonly window: Window | undefined;
  /** Whether the process has used slots of its own before this window, because Redis did not respond. */
  readonly isAfterLocal: boolean;
  readonly limit: number;
  /** Whether the API has stated this limit. */
  readonly isLimitStated: boolean;
}

/** How far the ends of a window can differ between processes. Milliseconds. */
export const tolerance = 20;

/** A slot further ahead than this belongs to a clock that has been set back. Milliseconds. */
export const maxAhead = 60_000;
