import { longestTimer } from '../timers.js';
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
import { timersEndWithRequests } from './request-timers.js';
import { type Flight, type Pace, Schedule, serviceWindow } from './schedule.js';
import { Throttle } from './throttle.js';
import { Watchers } from './watchers.js';

/** What the specification states. Specification: "Limits", request rate. */
const documented: RateLimit = { requests: 5, perMs: serviceWindow };

/** What the service states in passing is believed up to so many requests a window. */
const mostBelieved = 50;

/**
 * Sends as much as the key's limit allows, and no more: it learns from the answers when the service's windows begin, and
 * fills each of them. `schedule.ts` decides when; here are who waits, one timer for all of them, and the throttles.
 */
export class PhaseLockedLimiter implements RateLimiter {
  readonly holdsRefused = true;
  readonly #lanes = new Lanes<Turn>(() => this.#rest());
  readonly #schedule: Schedule;
  /** The limits that clients have set, and those among them that are not of the service's windows. */
  readonly #known: string[] = [];
  readonly #others: RateLimit[] = [];
  readonly #throttles: Throttle[];
  /** Whether the throttles let one more through. */
  #pass: 'asked' | 'given' | undefined;
  #askedAt = 0;
  #watchers: Watchers | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastTurn = Number.NEGATIVE_INFINITY;
  #last: RateLimitHeaders | undefined;

  /** @param limit - what a client has set; without it, the service's own is learnt */
  constructor(limit: RateLimit | undefined) {
    const isOfWindows = limit?.perMs === serviceWindow;
    const requests = isOfWindows ? limit.requests : documented.requests;
    this.#schedule = new Schedule(requests, isOfWindows ? limit.requests : mostBelieved);
    this.#throttles = [new Throttle(() => this.#schedule.ceiling)];
    this.restrict(limit);
  }

  /** From now on keeps to a client's limit too. Says whether this is the first that it hears of such a limit. */
  restrict(limit: RateLimit | undefined): boolean {
    const { requests, perMs } = limit ?? documented;
    const name = `${requests} per ${perMs}`;
    const isNew = !this.#known.includes(name);
    if (isNew) this.#known.push(name);
    if (limit && perMs === serviceWindow) this.#schedule.lower(requests);
    else if (isNew && limit) this.#addThrottle({ requests, perMs });
    return isNew;
  }

  // No async function, as each that is suspended costs a kilobyte, and many calls can wait.
  take(request: TurnRequest): Promise<Turn> {
    const called = timersEndWithRequests() ? this.#joinWatched(request) : this.#join(request);
    this.#serve();
    return called;
  }

  state(): RateLimitState {
    const own = { requests: this.#schedule.limit, perMs: serviceWindow };
    const { requests, perMs } = this.#others.reduce(stricter, own);
    return {
      limit: requests,
      perMs,
      remaining: this.#last?.remaining,
      reset: this.#last?.reset,
      queued: this.#lanes.queued,
      locked: this.#schedule.isLocked,
    };
  }

  #join({ priority, refused, signal }: TurnRequest): Promise<Turn> {
    return this.#lanes.join(priority, refused ? 'front' : 'back', signal);
  }

  #joinWatched(request: TurnRequest): Promise<Turn> {
    this.#watchers ??= new Watchers(() => this.#goOn());
    const watchers = this.#watchers;
    const watcher = watchers.add();
    const called = this.#join({ ...request, signal: AbortSignal.any([request.signal, watcher.gone]) });
    const stop = () => watchers.remove(watcher);
    called.then(stop, stop);
    return called;
  }

  /** Where the timer for all, or one of a throttle, may have ended with the request of somebody else. */
  #goOn(): void {
    const longestThrottling = this.#throttles.reduce((sum, { perMs }) => sum + perMs, 0);
    if (performance.now() - this.#askedAt > longestThrottling) this.#dropPass();
    this.#serve();
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
    this.#askedAt = performance.now();
    let isLate = false;
    const passFrom = (index: number): void => {
      const throttle = this.#throttles[index];
      if (throttle) {
        throttle.pass(() => passFrom(index + 1));
        return;
      }
      this.#pass = 'given';
      if (isLate) this.#serve();
    };
    passFrom(0);
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

  /** A throttle knows nothing of the requests before it. */
  #addThrottle(limit: RateLimit): void {
    this.#others.push(limit);
    this.#throttles.push(new Throttle(() => limit));
    this.#schedule.closeUntil(this.#lastTurn + limit.perMs);
  }

  /** Everybody has left. */
  #rest(): void {
    clearTimeout(this.#timer);
    this.#dropPass();
  }

  /** Asks for no pass any more. Throttles that are left forget, so that the next one waits as long as they remember. */
  #dropPass(): void {
    if (this.#pass !== 'asked') return;
    this.#pass = undefined;
    for (const throttle of this.#throttles) {
      throttle.leave();
      this.#schedule.closeUntil(this.#lastTurn + throttle.perMs);
    }
  }
}

function stricter(one: RateLimit, other: RateLimit): RateLimit {
  return other.requests / other.perMs < one.requests / one.perMs ? other : one;
}
