/** So many orders are remembered. */
const mostOrders = 10_000;

/** How new the change are for which each order was handled, for those orders that were asked for or handled last. */
export class LastHandled {
  readonly #times = new Map<string, number>();

  /** In milliseconds since the epoch; `-Infinity` where nothing is known. */
  of(orderId: string): number {
    const time = this.#times.get(orderId);
    if (time === undefined) return Number.NEGATIVE_INFINITY;
    this.#keep(orderId, time);
    return time;
  }

  /** The order has been handled for change of this time. */
  note(orderId: string, time: number): void {
    if (time > this.of(orderId)) this.#keep(orderId, time);
    const [longestAgo] = this.#times.keys();
    if (this.#times.size > mostOrders && longestAgo !== undefined) this.#times.delete(longestAgo);
  }

  #keep(orderId: string, time: number): void {
    this.#times.delete(orderId);
    this.#times.set(orderId, time);
  }
}
