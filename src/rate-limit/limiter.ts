import { maxTimerDelay } from '../cancellation.js';
import { timersEndWithRequests } from '../host.js';
import { Pacer } from './pacer.js';
import { Queue } from './queue.js';
import type {
  Priority,
  RateLimit,
  RateLimiter,
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

/**
 * The built-in limiter of one API key. All clients of the key share its schedule, which keeps the limit of the API. Clients that
 * set their own limit also have their own queue.
 */
export class KeyLimiter {
  readonly #schedule: KeySchedule;
  /** One limiter for each limit that clients have set. The first has waited longest for a turn. */
  #clients: readonly ClientLimiter[] = [];
  #interactiveRun = 0;
  #lastHeaders: RateLimitHeaders | undefined;
  #nextSend = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The time that has passed, because a timer has fired. Tests can fake timers and leave `performance` as it is. */
  #passed = Number.NEGATIVE_INFINITY;

  constructor(schedule: KeySchedule = new Schedule()) {
    this.#schedule = schedule;
  }

  /** Returns the limiter for clients that set this limit. Clients with equal limits share it. */
  clientLimiter(ownLimit: RateLimit | undefined): ClientLimiter {
    const known = this.#clients.find(
      (client) =>
        client.ownLimit?.requests === ownLimit?.requests && client.ownLimit?.interval === ownLimit?.interval,
    );
    if (known) return known;
    const clients = new ClientLimiter(this, this.#schedule, ownLimit);
    if (ownLimit) this.#schedule.acceptLimit((ownLimit.requests * windowLength) / ownLimit.interval);
    this.#clients = this.#clients.concat(clients);
    return clients;
  }

  get state(): Omit<RateLimitState, 'limit' | 'interval'> {
    const queued = { interactive: 0, background: 0 };
    for (const { queue } of this.#clients) {
      queued.interactive += queue.size('interactive');
      queued.background += queue.size('background');
    }
    return {
      remaining: this.#lastHeaders?.remaining,
      reset: this.#lastHeaders?.reset,
      queued,
    };
  }

  /** Grants a turn to each call that can be sent now, and sets the timer for the next call. */
  serve(): void {
    clearTimeout(this.#timer);
    for (;;) {
      const now = this.#now();
      const waiting = this.#clients.filter(({ queue }) => !queue.isEmpty);
      if (waiting.length === 0) return;
      const isUrgent = waiting.some(({ queue }) => queue.size('interactive') > 0);
      this.#schedule.prepare(now, isUrgent ? 'interactive' : 'background');
      this.#nextSend = Math.min(...waiting.map((client) => client.nextSend(now)));
      if (this.#nextSend > now) {
        const delay = timerFor(this.#nextSend - now);
        this.#timer = setTimeout(() => {
          this.#passed = now + delay;
          this.serve();
        }, delay);
        return;
      }
      this.#grantNext(
        waiting.filter((client) => client.nextSend(now) <= now),
        now,
      );
    }
  }

  /**
   * Wakes the limiter for a call that waits on Cloudflare Workers. There, a timer stops when the request that set it ends, and the
   * shared timer may belong to another request. So each call sets its own timer: first for its expected turn, then for each
   * next send, at most a window away. A call whose request has ended still uses a turn.
   */
  wakeUntilGranted(turn: Promise<Turn>, expectedWait: number): void {
    const wake = () => {
      this.serve();
      timer = setTimeout(wake, timerFor(Math.min(this.#nextSend - performance.now(), windowLength)));
    };
    let timer = setTimeout(wake, timerFor(this.#nextSend - performance.now() + expectedWait));
    turn.finally(() => clearTimeout(timer)).catch(() => {});
  }

  end(request: PendingRequest, response: TurnResponse | undefined): void {
    this.#lastHeaders = response?.rateLimit ?? this.#lastHeaders;
    this.#schedule.end(request, response, this.#now());
    this.serve();
  }

  #now(): number {
    return Math.max(performance.now(), this.#passed);
  }

  /** Grants a turn to the next call. Interactive calls go first, and the clients take turns. */
  #grantNext(ready: readonly ClientLimiter[], now: number): void {
    const hasCalls = (priority: Priority) => ready.some(({ queue }) => queue.size(priority) > 0);
    const isBackgroundTurn = this.#interactiveRun >= maxInteractiveRun && hasCalls('background');
    const priority = hasCalls('interactive') && !isBackgroundTurn ? 'interactive' : 'background';
    this.#interactiveRun = priority === 'interactive' ? this.#interactiveRun + 1 : 0;
    const client = ready.find(({ queue }) => queue.size(priority) > 0);
    if (!client) return;
    this.#clients = this.#clients.filter((other) => other !== client).concat(client);
    client.grantTurn(priority, now);
  }
}

/** The limiter of a key for the clients that set the same limit, or none. */
export class ClientLimiter implements RateLimiter {
  readonly ownLimit: RateLimit | undefined;
  readonly queue: Queue;
  readonly #key: KeyLimiter;
  readonly #schedule: KeySchedule;
  readonly #pacer: Pacer | undefined;

  constructor(key: KeyLimiter, schedule: KeySchedule, ownLimit: RateLimit | undefined) {
    this.#key = key;
    this.#schedule = schedule;
    this.ownLimit = ownLimit;
    this.queue = new Queue(() => key.serve());
    this.#pacer = ownLimit && new Pacer(ownLimit);
  }

  // Not an async function: a suspended one takes a kilobyte, and many calls can wait.
  take(request: TurnRequest): Promise<Turn> {
    const turn = this.queue.join(request);
    this.#key.serve();
    if (timersEndWithRequests()) {
      const { interactive, background } = this.#key.state.queued;
      const ahead = request.priority === 'interactive' ? interactive : interactive + background;
      this.#key.wakeUntilGranted(turn, (ahead * this.#limit.interval) / this.#limit.requests);
    }
    return turn;
  }

  state(): RateLimitState {
    const { requests, interval } = this.#limit;
    return { limit: requests, interval, ...this.#key.state };
  }

  /** Returns when the next call can be sent, on the monotonic clock. */
  nextSend(now: number): number {
    const schedule = this.#schedule;
    const ofKey = this.#replacesDefault ? schedule.rateLimitedUntil : schedule.nextSend(now, this.#urgency);
    return Math.max(ofKey, this.#pacer?.nextSend(now) ?? now);
  }

  /** Grants a turn to the next call of a priority. */
  grantTurn(priority: Priority, now: number): void {
    const request = this.#schedule.send(now, this.#urgency);
    const call = this.queue.shift(priority);
    const turn: Turn = { end: (response) => this.#key.end(request, response) };
    if (this.#pacer) this.#pacer.send(now, () => call?.resume(turn));
    else call?.resume(turn);
  }

  get #urgency(): Priority {
    return this.queue.size('interactive') > 0 ? 'interactive' : 'background';
  }

  /** Whether the clients' own limit replaces the default limit. It does so until the API states a limit. */
  get #replacesDefault(): boolean {
    return this.ownLimit !== undefined && !this.#schedule.isLimitStated;
  }

  /** The limit that applies: the stricter of the limit of the key and the limit of the clients. */
  get #limit(): RateLimit {
    const limit = { requests: this.#schedule.limit, interval: windowLength };
    const own = this.ownLimit;
    const isOwnStricter = own && own.requests / own.interval < limit.requests / limit.interval;
    return own && (isOwnStricter || this.#replacesDefault) ? own : limit;
  }
}

function timerFor(milliseconds: number): number {
  return Math.min(Math.max(Math.ceil(milliseconds), 0), maxTimerDelay);
}

/**
 * Returns the limiter for clients of a key that set this limit. It keeps the limit of the key, which all clients share, and the
 * limit of the clients, which clients with an equal limit share.
 */
export function sharedLimiter(key: string, ownLimit: RateLimit | undefined): ClientLimiter {
  return sharedByKey('limiters@2', key, () => new KeyLimiter()).clientLimiter(ownLimit);
}
