import pThrottle from 'p-throttle';
import type { RateLimitHeaders } from '../errors/api-errors.js';
import { sleep } from '../timers.js';
import { Lanes } from './lanes.js';
import type {
  RateLimit,
  RateLimiter,
  RateLimitState,
  Turn,
  TurnAnswer,
  TurnRequest,
} from './rate-limiter.js';

/**
 * Keeps one key within its limit: never more requests in any stretch of the window's length than the window allows, and none
 * while a 429 tells to wait.
 */
export class ThrottledLimiter implements RateLimiter {
  readonly #lanes = new Lanes();
  #limit: RateLimit;
  #tick: () => Promise<void>;
  #lastTurn = Number.NEGATIVE_INFINITY;
  #closedUntil = Number.NEGATIVE_INFINITY;
  #isServing = false;
  /** Aborts when nobody waits any more, so that no timer goes on for nobody. */
  #deserted = new AbortController();
  #last: RateLimitHeaders | undefined;

  constructor(limit: RateLimit) {
    this.#limit = limit;
    this.#tick = ticker(limit);
  }

  /** Takes the stricter of two limits. Says whether they differed. */
  restrict(limit: RateLimit): boolean {
    const differs = limit.requests !== this.#limit.requests || limit.perMs !== this.#limit.perMs;
    if (isStricter(limit, this.#limit)) {
      this.#closeUntil(this.#lastTurn + Math.max(limit.perMs, this.#limit.perMs));
      this.#limit = limit;
      this.#tick = ticker(limit);
    }
    return differs;
  }

  async take({ priority, signal }: TurnRequest): Promise<Turn> {
    const turn = this.#lanes.join(priority, signal);
    this.#serve();
    try {
      await turn;
    } catch (reason) {
      if (this.#lanes.isEmpty) this.#deserted.abort();
      throw reason;
    }
    return { answered: (answer) => this.#learn(answer) };
  }

  state(): RateLimitState {
    return {
      limit: this.#last?.limit ?? this.#limit.requests,
      remaining: this.#last?.remaining,
      reset: this.#last?.reset,
      queued: this.#lanes.queued,
      locked: false,
    };
  }

  /** Nothing queues inside the throttle: each tick is awaited first, and given to whoever is first by then. */
  async #serve(): Promise<void> {
    if (this.#isServing) return;
    this.#isServing = true;
    while (!this.#lanes.isEmpty) {
      if (this.#isClosed) {
        await this.#opening();
      } else {
        await this.#tick();
        this.#callNext();
      }
    }
    this.#isServing = false;
  }

  /** A tick is lost where a 429 came while it was waited for: a turn that it gives later would be one too many. */
  #callNext(): void {
    if (this.#isClosed || this.#lanes.isEmpty) return;
    this.#lastTurn = performance.now();
    this.#lanes.callNext();
  }

  get #isClosed(): boolean {
    return performance.now() < this.#closedUntil;
  }

  async #opening(): Promise<void> {
    this.#deserted = new AbortController();
    await sleep(this.#closedUntil - performance.now(), this.#deserted.signal).catch(() => {});
  }

  #closeUntil(instant: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, instant);
  }

  #learn({ status, rateLimit, retryAfter }: TurnAnswer): void {
    this.#last = rateLimit ?? this.#last;
    if (status === 429) this.#closeUntil(performance.now() + (retryAfter ?? this.#limit.perMs));
  }
}

/** Of two limits with the same rate, the one that allows the smaller burst. */
function isStricter(one: RateLimit, other: RateLimit): boolean {
  const [rate, otherRate] = [one.requests / one.perMs, other.requests / other.perMs];
  return rate < otherRate || (rate === otherRate && one.requests < other.requests);
}

function ticker({ requests, perMs }: RateLimit): () => Promise<void> {
  const throttle = pThrottle({ limit: requests, interval: perMs, strict: true, weight: () => 1 });
  return throttle(async () => {});
}
