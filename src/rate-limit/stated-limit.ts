/** The maximum number of requests per second with one API key, unless the API states another limit. API specification: Limits › Request rate. */
const defaultLimit = 5;

/** The highest rate limit that the client accepts from response headers, in requests per second. A client can set a higher one. */
const maxStatedLimit = 50;

/** The number of requests per window that the API allows for a key. */
export class StatedLimit {
  #requests = defaultLimit;
  #max = maxStatedLimit;
  /** The limit in the last headers. */
  #last: number | undefined;

  get requests(): number {
    return this.#requests;
  }

  /** Whether the API has stated a limit. Before that, the default applies. */
  get isKnown(): boolean {
    return this.#last !== undefined;
  }

  /** Accepts headers that state a limit up to this number of requests. */
  accept(requests: number): void {
    this.#max = Math.max(this.#max, requests);
  }

  /**
   * Learns the limit in the headers of a response, which must be stated twice in a row.
   * @param isWrong - whether the response was a 429 although requests remained, which proves that a high limit is wrong
   */
  learn(limit: number, isWrong: boolean): void {
    if (isWrong) {
      this.#max = defaultLimit;
      this.#requests = Math.min(this.#requests, defaultLimit);
    }
    if (limit === this.#last) this.#requests = Math.min(limit, this.#max);
    this.#last = limit;
  }
}
