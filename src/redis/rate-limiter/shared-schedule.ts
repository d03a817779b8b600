import type { Priority, TurnResponse } from '../../rate-limit/rate-limiter.js';
import { type KeySchedule, type PendingRequest, Schedule } from '../../rate-limit/schedule.js';
import { LocalSlots } from './local-slots.js';
import type { RedisSlots } from './redis-slots.js';
import type { Slot } from './slot.js';

/** How late a process that does not know the windows can use its slot. Milliseconds. */
const maxLateness = 100;

/** The schedule of a key that several processes use. A request needs a slot, which Redis reserves. */
export class SharedSchedule implements KeySchedule {
  readonly #schedule = new Schedule();
  readonly #key: string;
  readonly #slots: RedisSlots;
  readonly #local: LocalSlots;
  readonly #onSlot: () => void;
  /** The slot of the next request. */
  #slot: Slot | undefined;
  #isReserving = false;

  /** @param onSlot - called when a slot is reserved */
  constructor(key: string, slots: RedisSlots, processes: number, onSlot: () => void) {
    this.#key = key;
    this.#slots = slots;
    this.#local = new LocalSlots(processes);
    this.#onSlot = onSlot;
  }

  get limit(): number {
    return this.#schedule.limit;
  }

  /** Reserves a slot, unless there is one that can still be used. */
  prepare(now: number, priority: Priority): void {
    this.#schedule.prepare(now);
    if (this.#isReserving || this.#schedule.blockedUntil > now) return;
    if (this.#slot && this.#sendAt(this.#slot, now, priority) !== undefined) return;
    this.#reserve(now, priority);
  }

  /** Returns when the slot can be used: `Infinity` until there is one. */
  nextSend(now: number, priority: Priority): number {
    const { blockedUntil } = this.#schedule;
    if (blockedUntil > now) return blockedUntil;
    return (this.#slot && this.#sendAt(this.#slot, now, priority)) ?? Number.POSITIVE_INFINITY;
  }

  send(now: number, priority: Priority): PendingRequest {
    this.#slot = undefined;
    return this.#schedule.send(now, priority);
  }

  end(request: PendingRequest, response: TurnResponse | undefined, now: number): void {
    this.#schedule.end(request, response, now);
  }

  #sendAt({ reset, index, at }: Slot, now: number, priority: Priority): number | undefined {
    const schedule = this.#schedule;
    if (reset !== undefined && schedule.isSynchronized)
      return schedule.nextSendIn(reset, index, now, priority);
    return now <= at + maxLateness ? Math.max(now, at) : undefined;
  }

  async #reserve(now: number, priority: Priority): Promise<void> {
    this.#isReserving = true;
    const window = this.#schedule.windowFor(now + this.#slots.latency, priority);
    const first = window && this.#local.firstFreeWindow(window);
    const { limit, isLimitStated } = this.#schedule;
    const isAfterLocal = first !== window;
    let slot: Slot | undefined;
    try {
      slot = await this.#slots.next(this.#key, { window: first, isAfterLocal, limit, isLimitStated });
      if (slot) this.#local.add(slot);
    } finally {
      this.#slot = slot ?? this.#local.next({ window, limit }, performance.now());
      this.#isReserving = false;
      this.#onSlot();
    }
  }
}
