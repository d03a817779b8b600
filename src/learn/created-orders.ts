/** Reports that the run must not send further requests, or not create further orders. */
export class StoppedError extends Error {}

/** The orders that a run created. They are cancelled before it ends. */
export class CreatedOrders {
  /** How to cancel the orders, by their paths. Each resolves with whether the order is cancelled. */
  readonly #cancellations = new Map<string, () => Promise<boolean>>();
  readonly #onLeftOver: (sentence: string) => void;
  /** The orders of each idempotency key that was sent more than once on purpose. */
  readonly ofKeys = new Map<string, Set<string>>();
  #hasLeftOver = false;

  constructor(onLeftOver: (sentence: string) => void = () => {}) {
    this.#onLeftOver = onLeftOver;
  }

  /** @throws StoppedError if an order may be left over, because the next one could be as well */
  requireClean(): void {
    if (this.#hasLeftOver)
      throw new StoppedError('An earlier order could not be cancelled, so no other was created.');
  }

  add(path: string, cancel: () => Promise<boolean>): void {
    this.#cancellations.set(path, cancel);
  }

  /** Records the order that a POST with an idempotency key returned. */
  addKey(idempotencyKey: string, path: string): void {
    this.ofKeys.set(idempotencyKey, (this.ofKeys.get(idempotencyKey) ?? new Set()).add(path));
  }

  /** Cancels the orders so far. */
  async cancelAll(): Promise<void> {
    for (const [path, cancel] of this.#cancellations) {
      this.#cancellations.delete(path);
      if (!(await cancel())) this.leave(`PUT ${path} did not cancel the order.`);
    }
  }

  /** Reports an order that may be open and cannot be cancelled. */
  leave(problem: string): void {
    this.#hasLeftOver = true;
    this.#onLeftOver(
      `${problem} Look for an order or reservation whose partner reference starts with learn-, and cancel it.`,
    );
  }
}
