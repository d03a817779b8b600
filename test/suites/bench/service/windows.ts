/** Length of a window in milliseconds. */
export const windowLength = 1_000;

export interface Turn {
  /** Begin of the window. */
  readonly window: number;
  readonly accepted: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** End of the window. */
  readonly reset: number;
}

/** Counts the requests of each token in fixed windows. All times are on the service's clock. */
export class Windows {
  limit: number;
  readonly #others: number;
  /** How much of each window each token has used. */
  readonly #used = new Map<number, Map<string, number>>();

  /** @param others - requests of other programs with each token at the beginning of each window */
  constructor(limit: number, others = 0) {
    this.limit = limit;
    this.#others = others;
  }

  take(token: string, now: number): Turn {
    const window = Math.floor(now / windowLength) * windowLength;
    const tokens = this.#tokensIn(window);
    const used = (tokens.get(token) ?? this.#others) + 1;
    tokens.set(token, used);
    return {
      window,
      accepted: used <= this.limit,
      limit: this.limit,
      remaining: Math.max(this.limit - used, 0),
      reset: window + windowLength,
    };
  }

  /** Keeps a few windows, because a timer of the previous one may be late. */
  #tokensIn(window: number): Map<string, number> {
    const tokens = this.#used.get(window) ?? new Map<string, number>();
    this.#used.set(window, tokens);
    for (const old of this.#used.keys()) if (old < window - 5 * windowLength) this.#used.delete(old);
    return tokens;
  }
}
