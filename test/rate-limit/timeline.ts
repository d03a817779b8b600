interface Event {
  readonly at: number;
  readonly act: () => void;
  /** Of two things at one instant, the one that was planned first happens first. */
  readonly order: number;
}

/** A clock that jumps from event to event, so that hours pass in milliseconds. */
export class Timeline {
  readonly #heap: Event[] = [];
  #planned = 0;
  now = 0;

  plan(at: number, act: () => void): void {
    const event = { at: Math.max(at, this.now), act, order: this.#planned };
    this.#planned += 1;
    this.#heap.push(event);
    this.#rise(event, this.#heap.length - 1);
  }

  /** Lets everything happen up to an instant. */
  run(until: number): void {
    for (let event = this.#heap[0]; event && event.at <= until; event = this.#heap[0]) {
      this.#removeFirst();
      this.now = event.at;
      event.act();
    }
  }

  #rise(event: Event, from: number): void {
    let index = from;
    for (;;) {
      const parent = (index - 1) >> 1;
      const above = this.#heap[parent];
      if (!above || !isBefore(event, above)) break;
      this.#heap[index] = above;
      index = parent;
    }
    this.#heap[index] = event;
  }

  #removeFirst(): void {
    const last = this.#heap.pop();
    if (!last || this.#heap.length === 0) return;
    let index = 0;
    for (;;) {
      const [left, right] = [this.#heap[2 * index + 1], this.#heap[2 * index + 2]];
      const isRight = left && right && isBefore(right, left);
      const below = isRight ? right : left;
      if (!below || !isBefore(below, last)) break;
      this.#heap[index] = below;
      index = 2 * index + (isRight ? 2 : 1);
    }
    this.#heap[index] = last;
  }
}

function isBefore(one: Event, other: Event): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
