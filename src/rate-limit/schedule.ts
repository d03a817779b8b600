import { Connections } from './connections.js';
import type { Priority, RateLimitHeaders, TurnResponse } from './rate-limiter.js';
import { type SpacedRequest, Spacing, spacedCount } from './spacing.js';
import { StatedLimit } from './stated-limit.js';
import { WindowClock, windowLength } from './window-clock.js';

/** How late timers fire, with some reserve. Milliseconds. */
const timerLateness = 15;

/** After this time, a request without a response is dropped: its caller is gone. Milliseconds. */
const maxPendingTime = 60_000;

/** For how many past windows counts are kept. */
const windowsKept = 5;

export interface PendingRequest extends SpacedRequest {
  readonly sentAt: number;
  /** Whether it has to open a connection first, and so may arrive late. */
  readonly opensConnection: boolean;
}

/** A window of the API, for schedules that several processes share. */
export interface Window {
  /** When it ends on the API's clock. */
  readonly reset: number;
  /** From when a request is too late for it, on the monotonic clock. */
  readonly end: number;
}

/** The schedule of one key, as its limiter uses it. All times are in milliseconds of a monotonic clock. */
export interface KeySchedule {
  /** The number of requests per window. */
  readonly limit: number;
  /** Prepares for the next request. The caller calls it before `nextSend`. */
  prepare(now: number, priority: Priority): void;
  /** Returns when the next request can be sent, if the most urgent call has this priority. */
  nextSend(now: number, priority: Priority): number;
  /** Counts a request that the caller sends now. */
  send(now: number, priority: Priority): PendingRequest;
  end(request: PendingRequest, response: TurnResponse | undefined, now: number): void;
}

/**
 * Decides when the requests of one key can be sent. It sets no timer and reads no clock: the caller passes the time.
 *
 * When it is synchronized with the API's windows, it fills each window up to the limit. Before that, and if responses have no usable
 * headers, it spaces requests so that they fit any windows.
 */
export class Schedule implements KeySchedule {
  readonly #clock = new WindowClock();
  readonly #spacing = new Spacing();
  readonly #limit = new StatedLimit();
  readonly #connections = new Connections();
  readonly #pending = new Set<PendingRequest>();
  /** How many requests each window has counted. */
  readonly #counted = new Map<number, number>();
  #blockedUntil = Number.NEGATIVE_INFINITY;

  get limit(): number {
    return this.#limit.requests;
  }

  /** Whether the API has stated this limit. */
  get isLimitStated(): boolean {
    return this.#limit.isKnown;
  }

  get isSynchronized(): boolean {
    return this.#clock.isSynchronized;
  }

  /** Until when all calls of the key wait: for the end of a full window, or as long as a 429 asks. */
  get blockedUntil(): number {
    return this.#blockedUntil;
  }

  prepare(now: number): void {
    this.#clock.expire(now);
  }

  nextSend(now: number, priority: Priority): number {
    return Math.max(this.#plannedSend(now, priority), this.#blockedUntil);
  }

  /** When synchronized: returns the first window with room for a request. */
  windowFor(now: number, priority: Priority): Window | undefined {
    if (!this.isSynchronized) return undefined;
    const { window } = this.#firstPlace(now, priority);
    return { reset: window, end: this.#clock.endOf(window) };
  }

  /**
   * When synchronized: returns when a request can be sent that comes after `index` others in the window with this end. Returns
   * `undefined` if it is too late, or if responses have shown that the window is full.
   */
  nextSendIn(reset: number, index: number, now: number, priority: Priority): number | undefined {
    const window = this.#clock.windowEndingAt(reset);
    return this.#used(window) < this.limit ? this.#sendIn(window, index, now, priority) : undefined;
  }

  send(now: number, priority: Priority): PendingRequest {
    this.#dropAbandoned(now);
    const inFlight = this.#pending.size;
    const opensConnection = this.#connections.isNewNeeded(now, inFlight);
    const request = { sentAt: now, opensConnection, countsUntil: now };
    this.#spacing.send(request, now, priority, this.limit, inFlight);
    this.#pending.add(request);
    return request;
  }

  end(request: PendingRequest, response: TurnResponse | undefined, now: number): void {
    if (!this.#pending.delete(request)) return;
    const { sentAt } = request;
    if (!response?.rateLimit) this.#count(this.#clock.windowAt(sentAt), 1);
    if (!response) return;
    const { status, rateLimit, retryAfter } = response;
    this.#connections.note(now, this.#pending.size);
    const windowEnd = rateLimit && this.#learn(request, rateLimit, status, now);
    request.countsUntil = Math.min(request.countsUntil, windowEnd ?? now + spacedCount);
    // A synchronized schedule need not wait, because it has counted the window as full.
    const isFull = rateLimit?.remaining === 0 && !this.isSynchronized;
    if (isFull && windowEnd !== undefined) this.#waitUntil(windowEnd);
    if (retryAfter === undefined) return;
    const wait = retryAfter * 1_000;
    // Within a window, the headers are more precise. A 429 with neither headers nor `retryAfter` may not be about the key.
    if (windowEnd === undefined || wait > windowLength) this.#waitUntil(now + wait);
  }

  /** Learns from the headers. Returns when the window that counted the request has certainly ended, if the clock is not contradicted. */
  #learn(
    { sentAt, opensConnection }: PendingRequest,
    { limit, remaining, reset }: RateLimitHeaders,
    status: number,
    now: number,
  ): number | undefined {
    this.#limit.learn(limit, status === 429 && remaining > 0);
    const window = this.#clock.add({ sentAt, reset: reset.getTime(), mayBeLate: opensConnection });
    // More than this request if other processes use the key too.
    this.#count(window, Math.max(1, limit - remaining - this.#used(window)));
    if (this.#clock.isContradicted) return undefined;
    // Without a lower bound of the lead, the window was open when the request arrived: after it was sent and before the response.
    return Math.min(this.#clock.latestEndOf(window), sentAt + 2 * windowLength, now + windowLength);
  }

  #waitUntil(time: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, time);
  }

  #plannedSend(now: number, priority: Priority): number {
    if (!this.isSynchronized) return this.#spacing.nextSend(now, priority, this.limit, this.#pending.size);
    if (priority === 'interactive' && this.#hasRoomWithoutGuard(now)) return now;
    return this.#firstPlace(now, priority).sendAt;
  }

  /** Whether the window has room, and near its ends its neighbor too: until the response arrives, the request may count in either. */
  #hasRoomWithoutGuard(now: number): boolean {
    const times = [now - this.#guard, now + this.#guard];
    return times.every((time) => this.#used(this.#clock.windowAt(time)) < this.limit);
  }

  /** When synchronized: returns the first window with room, and when a request can be sent in it. */
  #firstPlace(now: number, priority: Priority): { window: number; sendAt: number } {
    for (let window = this.#clock.windowAt(now); ; window += windowLength) {
      const used = this.#used(window);
      if (used >= this.limit) continue;
      const isLast = this.limit > 1 && used === this.limit - 1;
      // While the clock is uncertain, the last background request is sent at the end: whichever window counts it, the bounds halve.
      const isProbe = isLast && priority === 'background' && this.#clock.uncertainty > this.#clock.jitter;
      const sendAt = isProbe
        ? Math.max(now, this.#clock.endOf(window) - timerLateness)
        : this.#sendIn(window, used, now, priority);
      if (sendAt !== undefined) return { window, sendAt };
    }
  }

  /** Returns when a request can be sent after `index` others in a window, or `undefined` if it is too late for the window. */
  #sendIn(window: number, index: number, now: number, priority: Priority): number | undefined {
    const guard = this.#guard;
    const end = this.#clock.endOf(window);
    const gap = priority === 'background' && this.limit > 1 ? this.#gap(guard) : 0;
    const sendAt = Math.max(now, end - windowLength + guard + index * gap);
    return sendAt <= end - guard + timerLateness ? sendAt : undefined;
  }

  /** The distance that requests keep from both ends of a window, so that they arrive in it. */
  get #guard(): number {
    return Math.max(this.#clock.jitter, this.#clock.uncertainty);
  }

  /** The distance between background requests in a window: less than an even share, so that page requests do not fall behind. */
  #gap(guard: number): number {
    const even = (windowLength - 2 * guard) / (this.limit - 1);
    return Math.min(even, (0.95 * windowLength) / this.limit);
  }

  /**
   * How many requests a window has counted or may still count. A request that opens a connection may arrive a window later, unless
   * many requests are pending: then the API is slow, and not the network.
   */
  #used(window: number): number {
    const lateness = this.#pending.size <= 2 * this.limit ? windowLength : 0;
    let used = this.#counted.get(window) ?? 0;
    for (const { sentAt, opensConnection } of this.#pending) {
      const mayBeLate = opensConnection && this.#clock.mayReach(sentAt + lateness, window);
      if (mayBeLate || this.#clock.mayReach(sentAt, window)) used += 1;
    }
    return used;
  }

  /** Adds requests to the count of a window, unless no window is known yet. */
  #count(window: number, requests: number): void {
    if (Number.isNaN(window)) return;
    this.#counted.set(window, (this.#counted.get(window) ?? 0) + requests);
    for (const old of this.#counted.keys()) {
      if (old < window - windowsKept * windowLength) this.#counted.delete(old);
    }
  }

  #dropAbandoned(now: number): void {
    for (const request of this.#pending) {
      if (now - request.sentAt < maxPendingTime) return;
      this.#pending.delete(request);
    }
  }
}
