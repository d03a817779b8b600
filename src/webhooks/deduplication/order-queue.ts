export interface Place {
  /** Resolves when every earlier place was left. */
  readonly turn: Promise<unknown>;
  /** Lets the next place continue. */
  leave(): void;
}

/** Queues deliveries by order: deliveries of one order run in sequence, deliveries of different orders run in parallel. */
export class OrderQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  join(order: string): Place {
    const turn = this.#last.get(order) ?? Promise.resolve();
    let leave = () => {};
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const end = turn.then(() => left);
    this.#last.set(order, end);
    end.then(() => {
      if (this.#last.get(order) === end) this.#last.delete(order);
    });
    return { turn, leave };
  }
}
