import type { OrderFeedOutcome } from './options.js';
import { type OrderChange, together } from './order-change.js';

/** One fetch of an order with all that follows from it, and whoever waits for that. */
export class FetchBatch {
  #change: OrderChange;
  #resolve: (outcome: OrderFeedOutcome | Promise<OrderFeedOutcome>) => void = () => {};
  #reject: (reason: unknown) => void = () => {};
  readonly outcome = new Promise<OrderFeedOutcome>((resolve, reject) => {
    this.#resolve = resolve;
    this.#reject = reject;
  });

  constructor(change: OrderChange) {
    this.#change = change;
    // Whoever does not wait for it is not told of an unhandled rejection.
    this.outcome.catch(() => {});
  }

  get change(): OrderChange {
    return this.#change;
  }

  add(change: OrderChange): void {
    this.#change = together(this.#change, change);
  }

  /** Takes over a later round that has not begun: what that one waits for comes of this one. */
  absorb(later: FetchBatch): void {
    this.add(later.change);
    later.#resolve(this.outcome);
  }

  settle(outcome: OrderFeedOutcome): void {
    this.#resolve(outcome);
  }

  fail(reason: unknown): void {
    this.#reject(reason);
  }
}
