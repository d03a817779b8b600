import pThrottle from 'p-throttle';
import { sleep } from '../timers.js';
import { Lanes } from './lanes.js';
import type {
  RateLimit,
  RateLimiter,
  RateLimitHeaders,
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
  /** The limits that clients of the key have set. */
  readonly #known: Set<string>;
  /** Aborts when nobody waits any more, so that no timer goes on for nobody. */
  #deserted = new AbortController();
  #tick: () => Promise<void>;
  #lastTurn = Number.NEGATIVE_INFINITY;
  #closedUntil = Number.NEGATIVE_INFINITY;
  #isServing = false;
  #last: RateLimitHeaders | undefined;

  constructor(limit: RateLimit) {
    this.#limit = limit;
    this.#known = new Set([nameOf(limit)]);
    this.#tick = ticker(limit, this.#deserted.signal);
  }

  /** From now on keeps to another client's limit too. Says whether this is the first that it hears of such a limit. */
  restrict({ requests, perMs }: RateLimit): boolean {
    if (this.#known.has(nameOf({ requests, perMs }))) return false;
    this.#known.add(nameOf({ requests, perMs }));
    const own = this.#limit;
    this.#limit = { requests: Math.min(requests, own.requests), perMs: Math.max(perMs, own.perMs) };
    if (nameOf(this.#limit) !== nameOf(own)) this.#startAnew();
    return true;
  }

  async take({ priority, signal }: TurnRequest): Promise<Turn> {
    signal.throwIfAborted();
    const turn = this.#lanes.join(priority, signal);
    this.#serve();
    try {
      await turn;
    } catch (reason) {
      if (this.#lanes.isEmpty) this.#startAnew();
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
        const isGiven = await this.#tick().then(
          () => true,
          () => false,
        );
        if (isGiven) this.#callNext();
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

  /** A new throttle knows nothing of the turns before it, so it begins a whole window after the last one. */
  #startAnew(): void {
    this.#deserted.abort();
    this.#deserted = new AbortController();
    this.#tick = ticker(this.#limit, this.#deserted.signal);
    this.#closeUntil(this.#lastTurn + this.#limit.perMs);
  }

  get #isClosed(): boolean {
    return performance.now() < this.#closedUntil;
  }

  async #opening(): Promise<void> {
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

function nameOf({ requests, perMs }: RateLimit): string {
  return `${requests} per ${perMs}`;
}

function ticker({ requests, perMs }: RateLimit, signal: AbortSignal): () => Promise<void> {
  const throttle = pThrottle({ limit: requests, interval: perMs, strict: true, weight: () => 1, signal });
  return throttle(async () => {});
}
