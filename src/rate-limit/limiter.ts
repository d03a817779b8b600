import { maxTimerDelay } from '../cancellation.js';
import { timersEndWithRequests } from '../host.js';
import { Pacer } from './pacer.js';
import { Queue } from './queue.js';
import type {
  Priority,
  RateLimit,
  RateLimitHeaders,
  RateLimitState,
  Turn,
  TurnRequest,
  TurnResponse,
} from './rate-limiter.js';
import { type KeySchedule, type PendingRequest, Schedule } from './schedule.js';
import { sharedByKey } from './shared-by-key.js';
import { windowLength } from './window-clock.js';

/** After this many interactive calls in a row, a waiting background call gets a turn. */
const maxInteractiveRun = 9;

/** The waiting calls of clients that set the same limit, or none. A call is sent when the pacer and the schedule of the key allow it. */
interface Line {
  readonly ownLimit: RateLimit | undefined;
  readonly queue: Queue;
  readonly pacer: Pacer | undefined;
}

/** The built-in limiter, as the clients that set the same limit use it. */
export interface BuiltInLimiter {
  take(request: TurnRequest): Promise<Turn>;
  state(): RateLimitState;
}

/** The limiter of one API key. All its clients share the schedule, which keeps the limit of the API. */
export class KeyLimiter {
  readonly #schedule: KeySchedule;
  /** The first has waited longest for a turn. */
  #lines: readonly Line[] = [];
  #interactiveRun = 0;
  #lastHeaders: RateLimitHeaders | undefined;
  #nextSend = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The time that has passed, because a timer has fired. Tests can fake timers and leave `performance` as it is. */
  #passed = Number.NEGATIVE_INFINITY;

  constructor(schedule: KeySchedule = new Schedule()) {
    this.#schedule = schedule;
  }

  /** Returns the limiter for clients that set this limit, which clients with an equal one share. */
  withLimit(ownLimit: RateLimit | undefined): BuiltInLimiter {
    const { queue } = this.#lineWith(ownLimit);
    return {
      // Not an async function: a suspended one takes a kilobyte, and many calls can wait.
      take: (request) => {
        const turn = queue.join(request);
        this.serve();
        if (timersEndWithRequests()) this.#wakeUntilGranted(turn, request, this.#limitWith(ownLimit));
        return turn;
      },
      state: () => this.#stateWith(ownLimit),
    };
  }

  /** Grants a turn to each call that can be sent now, and sets the timer for the next call. */
  serve(): void {
    clearTimeout(this.#timer);
    for (;;) {
      const now = this.#now();
      const waiting = this.#lines.filter(({ queue }) => !queue.isEmpty);
      if (waiting.length === 0) return;
      const isUrgent = waiting.some(({ queue }) => queue.urgency === 'interactive');
      this.#schedule.prepare(now, isUrgent ? 'interactive' : 'background');
      this.#nextSend = Math.min(...waiting.map((line) => this.#nextSendOf(line, now)));
      if (this.#nextSend > now) {
        const delay = timerFor(this.#nextSend - now);
        this.#timer = setTimeout(() => {
          this.#passed = now + delay;
          this.serve();
        }, delay);
        return;
      }
      const ready = waiting.filter((line) => this.#nextSendOf(line, now) <= now);
      this.#grantNext(ready, now);
    }
  }

  #lineWith(ownLimit: RateLimit | undefined): Line {
    const known = this.#lines.find(
      (line) =>
        line.ownLimit?.requests === ownLimit?.requests && line.ownLimit?.interval === ownLimit?.interval,
    );
    if (known) return known;
    const pacer = ownLimit && new Pacer(ownLimit);
    const line = { ownLimit, queue: new Queue(() => this.serve()), pacer };
    this.#lines = this.#lines.concat(line);
    return line;
  }

  #nextSendOf({ queue, pacer }: Line, now: number): number {
    return Math.max(this.#schedule.nextSend(now, queue.urgency), pacer?.nextSend(now) ?? now);
  }

  /** Grants a turn to the next call. Interactive calls go first, and the lines take turns. */
  #grantNext(ready: readonly Line[], now: number): void {
    const hasCalls = (priority: Priority) => ready.some(({ queue }) => queue.size(priority) > 0);
    const isBackgroundTurn = this.#interactiveRun >= maxInteractiveRun && hasCalls('background');
    const priority = hasCalls('interactive') && !isBackgroundTurn ? 'interactive' : 'background';
    this.#interactiveRun = priority === 'interactive' ? this.#interactiveRun + 1 : 0;
    const line = ready.find(({ queue }) => queue.size(priority) > 0);
    if (!line) return;
    this.#lines = this.#lines.filter((other) => other !== line).concat(line);
    const request = this.#schedule.send(now, line.queue.urgency);
    const call = line.queue.shift(priority);
    const resume = () => call?.resume({ end: (response) => this.#end(request, response) });
    if (line.pacer) line.pacer.send(now, resume);
    else resume();
  }

  #end(request: PendingRequest, response: TurnResponse | undefined): void {
    this.#lastHeaders = response?.rateLimit ?? this.#lastHeaders;
    this.#schedule.end(request, response, this.#now());
    this.serve();
  }

  /**
   * Wakes the limiter for a call that waits on Cloudflare Workers. There, a timer stops when the request that set it ends, and the
   * shared timer may belong to another request. So each call sets its own timer: first for its expected turn, then for each
   * next send, at most a window away. A call whose request has ended still uses a turn.
   */
  #wakeUntilGranted(turn: Promise<Turn>, { priority }: TurnRequest, limit: RateLimit): void {
    const { interactive, background } = this.#queued;
    const ahead = priority === 'interactive' ? interactive : interactive + background;
    const expectedWait = (ahead * limit.interval) / limit.requests;
    const wake = () => {
      this.serve();
      timer = setTimeout(wake, timerFor(Math.min(this.#nextSend - performance.now(), windowLength)));
    };
    let timer = setTimeout(wake, timerFor(this.#nextSend - performance.now() + expectedWait));
    turn.finally(() => clearTimeout(timer)).catch(() => {});
  }

  #stateWith(ownLimit: RateLimit | undefined): RateLimitState {
    const { requests, interval } = this.#limitWith(ownLimit);
    const { remaining, reset } = this.#lastHeaders ?? {};
    return { limit: requests, interval, remaining, reset, queued: this.#queued };
  }

  get #queued(): RateLimitState['queued'] {
    const sum = (priority: Priority) =>
      this.#lines.reduce((calls, { queue }) => calls + queue.size(priority), 0);
    return { interactive: sum('interactive'), background: sum('background') };
  }

  /** The stricter of the limit of the key and the clients' own. */
  #limitWith(ownLimit: RateLimit | undefined): RateLimit {
    const limit = { requests: this.#schedule.limit, interval: windowLength };
    const isStricter = ownLimit && ownLimit.requests / ownLimit.interval < limit.requests / limit.interval;
    return isStricter ? ownLimit : limit;
  }

  #now(): number {
    return Math.max(performance.now(), this.#passed);
  }
}

function timerFor(milliseconds: number): number {
  return Math.min(Math.max(Math.ceil(milliseconds), 0), maxTimerDelay);
}

/** Returns the limiter for clients of a key that set this limit, or none. */
export function sharedLimiter(key: string, ownLimit: RateLimit | undefined): BuiltInLimiter {
  return sharedByKey('limiters@3', key, () => new KeyLimiter()).withLimit(ownLimit);
}
