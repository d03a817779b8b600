import { bytesInUse } from '../../bytes-in-use.js';

/** Counts the delivered records, and measures the memory from time to time. */
export class Watch {
  readonly #times: Uint8Array;
  readonly #every: number;
  #seen = 0;
  #first: number | undefined;
  #growth = 0;

  constructor(count: number) {
    // One byte per record. A set of ids would show in the heap.
    this.#times = new Uint8Array(count);
    this.#every = Math.ceil(count / 40);
  }

  /** @param id - ends with the index of the record */
  see(id: string): void {
    const place = Number(id.slice(id.indexOf('-') + 1));
    this.#times[place] = (this.#times[place] ?? 0) + 1;
    this.#seen += 1;
    if (this.#seen % this.#every === 0) this.look();
  }

  look(): void {
    const bytes = bytesInUse();
    this.#first ??= bytes;
    this.#growth = Math.max(this.#growth, bytes - this.#first);
  }

  get growth(): number {
    return this.#growth;
  }

  get faults(): number {
    return this.#times.filter((times) => times !== 1).length;
  }
}
