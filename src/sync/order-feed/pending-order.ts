import { FetchBatch } from './fetch-batch.js';
import type { OrderFeedOutcome } from './options.js';
import type { OrderChange } from './order-change.js';

/** An order that waits or runs. */
export class PendingOrder {
  readonly id: string;
  readonly #ending = new AbortController();
  /** The round that has begun, and lasts over all of its attempts. */
  #batch: FetchBatch | undefined;
  /** The one after it: of events that no fetch can know of yet. */
  #coming: FetchBatch | undefined;

  constructor(id: string) {
    this.id = id;
  }

  /** Aborts when the feed is ended. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Whether something has come that is to be fetched. */
  get isWanted(): boolean {
    return this.#coming !== undefined;
  }

  /** Takes an event in. Gives the outcome of the round that it belongs to. */
  add(change: OrderChange): Promise<OrderFeedOutcome> {
    if (this.#coming) this.#coming.add(change);
    else this.#coming = new FetchBatch(change);
    return this.#coming.outcome;
  }

  /** An attempt begins, with a fetch that knows of all that has come. Gives what that is. */
  begin(): OrderChange | undefined {
    if (this.#batch && this.#coming) this.#batch.absorb(this.#coming);
    this.#batch ??= this.#coming;
    this.#coming = undefined;
    return this.#batch?.change;
  }

  /** The round has ended. What has come since is settled, too, where all of it is older than what is known. */
  settle(outcome: OrderFeedOutcome, known: number): void {
    this.#batch?.settle(outcome);
    this.#batch = undefined;
    if (!this.#coming || this.#coming.change.newest >= known) return;
    this.#coming.settle('stale');
    this.#coming = undefined;
  }

  /** The round has failed for good. */
  fail(reason: unknown): void {
    this.#batch?.fail(reason);
    this.#batch = undefined;
  }

  /** The feed is ended, and with it everything that is under way. */
  end(reason: unknown): void {
    this.fail(reason);
    this.#coming?.fail(reason);
    this.#coming = undefined;
    this.#ending.abort(reason);
  }
}
