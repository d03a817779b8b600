import type { OrderStatus } from '../../entities/index.js';
import { createRandom } from '../../random.js';
import { FakeError } from '../fake-error.js';
import type { Outlet } from '../outlet/outlet.js';
import type { StoredOrder } from '../outlet/state.js';
import { rejectUnknown } from '../reject-unknown.js';
import { createFakeOrders } from './order-controls.js';

/** Options of the autopilot. */
export interface FakeAutopilotOptions {
  /** The milliseconds between two steps of an order. Default: 5,000. */
  readonly interval?: number | undefined;
  /** The share of orders that the staff cancels, from 0 to 1. Default: 0.1. */
  readonly cancelShare?: number | undefined;
}

/**
 * Lets the staff work by itself. It sends each open order to the kitchen, marks it as ready and completes it, or cancels it on the
 * way. An order takes its next step if it has not changed for the interval, on the clock of the fake.
 */
export interface FakeAutopilot {
  /** The interval in milliseconds; `undefined` if the autopilot is off. */
  readonly interval: number | undefined;
  /**
   * Starts the autopilot, or changes its options.
   * @example
   * ```ts
   * fake.autopilot.start({ cancelShare: 0 });
   * fake.clock.advance(15_000); // the open orders are now complete
   * ```
   * @throws Error if an option is out of range, or does not exist
   */
  start(options?: FakeAutopilotOptions): void;
  /** Stops the autopilot. A reset does the same. */
  stop(): void;
}

export interface Autopilot extends FakeAutopilot {
  /** Notices that an order changed. */
  wake(): void;
  /** Stops the autopilot, and makes the same decisions again. */
  reset(seed: number): void;
}

/** What staff do next with an order in each running status. */
const nextSteps: readonly (readonly [from: OrderStatus, step: 'inKitchen' | 'ready' | 'complete'])[] = [
  ['open', 'inKitchen'],
  ['inKitchen', 'ready'],
  ['readyForPickup', 'complete'],
];

/** There can be many orders, so the autopilot looks at them at most this often per interval. */
const looksPerInterval = 20;

export function createAutopilot(outlet: Outlet, seed: number): Autopilot {
  const { clock } = outlet;
  const controls = createFakeOrders(outlet);
  /** The position in `nextSteps` from which on the staff cancels an order. */
  const cancelFrom = new WeakMap<StoredOrder, number>();
  /** The orders with a step that failed. People must look at them. */
  const stuck = new WeakSet<StoredOrder>();
  let random = createRandom(seed);
  let options: { readonly interval: number; readonly cancelShare: number } | undefined;
  let next: { readonly due: number } | undefined;

  function positionOf({ order }: StoredOrder): number {
    return nextSteps.findIndex(([from]) => from === order.status);
  }

  function isRunning(stored: StoredOrder): boolean {
    return positionOf(stored) !== -1 && !stuck.has(stored);
  }

  function takeStep(stored: StoredOrder, cancelShare: number): void {
    const { id } = stored.order;
    const from = cancelFrom.get(stored) ?? (random.next() < cancelShare ? random.integer(0, 2) : Infinity);
    cancelFrom.set(stored, from);
    const position = positionOf(stored);
    const step = position >= from ? 'cancel' : nextSteps[position]?.[1];
    try {
      if (step) controls[step](id);
    } catch {
      // An imported order can have payments that nobody can settle.
      stuck.add(stored);
    }
  }

  function look(): void {
    if (!options) return;
    const { interval, cancelShare } = options;
    const now = clock.now();
    const dueOf = ({ order }: StoredOrder) => Date.parse(order.updatedAt) + interval;
    let earliest = Infinity;
    for (const stored of outlet.state.orders.values()) {
      if (isRunning(stored) && dueOf(stored) <= now) takeStep(stored, cancelShare);
      if (isRunning(stored)) earliest = Math.min(earliest, dueOf(stored));
    }
    next = undefined;
    if (earliest < Infinity) lookAt(Math.max(earliest, now + interval / looksPerInterval));
  }

  function lookAt(due: number): void {
    const planned = { due };
    next = planned;
    clock.after(due - clock.now(), () => {
      if (next === planned) look();
    });
  }

  return {
    get interval() {
      return options?.interval;
    },
    start(given) {
      rejectUnknown<FakeAutopilotOptions>('autopilot.start', given, { interval: true, cancelShare: true });
      const { interval = 5_000, cancelShare = 0.1 } = given ?? {};
      if (!(interval > 0)) throw new FakeError('autopilot.start: interval must be above 0 milliseconds.');
      if (!(cancelShare >= 0 && cancelShare <= 1)) {
        throw new FakeError('autopilot.start: cancelShare must be between 0 and 1.');
      }
      options = { interval, cancelShare };
      look();
      outlet.reportChange('orders');
    },
    stop() {
      options = undefined;
      next = undefined;
      outlet.reportChange('orders');
    },
    wake() {
      if (!options) return;
      const due = clock.now() + options.interval;
      if (!next || next.due > due) lookAt(due);
    },
    reset(newSeed) {
      options = undefined;
      next = undefined;
      random = createRandom(newSeed);
    },
  };
}
