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
import { type Flight, type Pace, Schedule } from './schedule.js';
import { Throttle } from './throttle.js';

/** What the specification states. Specification: "Limits", request rate. */
const documented: RateLimit = { requests: 5, perMs: 1_000 };

/**
 * Sends as much as the key's limit allows, and no more: it learns from the answers when the service's windows begin, and
 * fills each of them. `schedule.ts` decides when; here are who waits, one timer for all of them, and the throttle.
 */
export class PhaseLockedLimiter implements RateLimiter {
  readonly holdsRefused = true;
  readonly #lanes = new Lanes<Turn>(() => this.#rest());
  readonly #throttle = new Throttle();
  #schedule: Schedule;
  #limit: RateLimit;
  /** The limits that clients of the key have set. */
  readonly #known: Set<string>;
  #last: RateLimitHeaders | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastTurn = Number.NEGATIVE_INFINITY;
  /** Whether the throttle lets one more through. */
  #pass: 'asked' | 'given' | undefined;

  /** @param limit - what a client has set; without it, the service's own is learnt */
  constructor(limit: RateLimit | undefined) {
    this.#limit = limit ?? documented;
    this.#known = new Set([nameOf(this.#limit)]);
    this.#schedule = new Schedule(this.#limit, limit?.requests);
  }

  /** From now on keeps to another client's limit too. Says whether this is the first that it hears of such a limit. */
  restrict(limit: RateLimit | undefined): boolean {
    const { requests, perMs } = limit ?? documented;
    const isNew = !this.#known.has(nameOf({ requests, perMs }));
    this.#known.add(nameOf({ requests, perMs }));
    if (perMs > this.#limit.perMs) this.#startAnew(perMs);
    if (limit) this.#schedule.lower(requests);
    return isNew;
  }

  // No async function, as each that is suspended costs a kilobyte, and many calls can wait.
  take({ priority, refused, signal }: TurnRequest): Promise<Turn> {
    const called = this.#lanes.join(priority, refused ? 'front' : 'back', signal);
    this.#serve();
    return called;
  }

  state(): RateLimitState {
    return {
      limit: this.#schedule.limit,
      remaining: this.#last?.remaining,
      reset: this.#last?.reset,
      queued: this.#lanes.queued,
      locked: this.#schedule.isLocked,
    };
  }

  /** Calls up everybody who may go now, and sets the timer for the next. */
  #serve(): void {
    clearTimeout(this.#timer);
    while (!this.#lanes.isEmpty && this.#pass !== 'asked') {
      const now = performance.now();
      const opening = this.#schedule.opening(now, this.#pace);
      if (opening > now) {
        this.#timer = setTimeout(() => this.#serve(), Math.min(Math.ceil(opening - now), longestTimer));
        return;
      }
      if (this.#pass === 'given') this.#callNext(now);
      else this.#askForPass();
    }
  }

  /** A pass that comes later is kept until the schedule allows a request, too. */
  #askForPass(): void {
    this.#pass = 'asked';
    let isLate = false;
    this.#throttle.pass(this.#schedule.ceiling, () => {
      this.#pass = 'given';
      if (isLate) this.#serve();
    });
    isLate = true;
  }

  #callNext(now: number): void {
    this.#pass = undefined;
    this.#lastTurn = now;
    const flight = this.#schedule.send(now, this.#pace);
    this.#lanes.callNext({ end: (answer) => this.#land(flight, answer) });
  }

  /** Somebody who waits for an answer is not kept for the sake of an even spread. */
  get #pace(): Pace {
    return this.#lanes.queued.interactive > 0 ? 'at-once' : 'spread';
  }

  #land(flight: Flight, answer: TurnAnswer | undefined): void {
    this.#last = answer?.rateLimit ?? this.#last;
    this.#schedule.land(flight, answer && { ...answer, refused: answer.status === 429 });
    this.#serve();
  }

  /** A schedule of longer windows knows nothing of those before, so that it begins a whole one after the last request. */
  #startAnew(perMs: number): void {
    this.#limit = { requests: this.#schedule.limit, perMs };
    const schedule = new Schedule(this.#limit, this.#limit.requests);
    schedule.closeUntil(this.#lastTurn + perMs);
    this.#schedule = schedule;
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#throttle.leave();
    this.#pass = undefined;
  }
}

/** What `setTimeout` can hold. */
const longestTimer = 2 ** 31 - 1;

function nameOf({ requests, perMs }: RateLimit): string {
  return `${requests} per ${perMs}`;
}
