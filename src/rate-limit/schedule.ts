import type { Priority, RateLimitHeaders, TurnResponse } from './rate-limiter.js';
import { RoundTrips } from './round-trips.js';
import { WindowClock } from './window-clock.js';

/** Length of the API's windows in milliseconds. API specification: Limits › Request rate. */
export const windowLength = 1_000;

/** The maximum number of requests per second with one API key, unless the API states another limit. API specification: Limits › Request rate. */
const defaultLimit = 5;

/** The highest rate limit that the client accepts from response headers, in requests per second. A client can set a higher one. */
const maxStatedLimit = 50;

/** How long a request counts while the phase is unknown: a window, and a margin for jitter. Milliseconds. */
export const spacedCount = 1.075 * windowLength;

/** How late timers fire, with some reserve. Milliseconds. */
const timerLateness = 15;

/** The API rounds `retryAfter` up to whole seconds. Milliseconds. */
const retryAfterRounding = 1_000;

/** After this time, a request without an outcome is dropped: its caller is gone. Milliseconds. */
const maxPendingTime = 60_000;

/** For how many past windows counts are kept. */
const windowsKept = 5;

export interface PendingRequest {
  readonly sentAt: number;
  /** Whether it has to open a connection first, and so arrives late. */
  readonly opensConnection: boolean;
  /** When the request stops counting, while the phase is unknown. */
  countsUntil: number;
}

interface TimedResponse extends TurnResponse {
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** A window of the API. */
export interface Window {
  /** When it ends on the API's clock. */
  readonly reset: number;
  /** From when a request is too late for it, on the monotonic clock. */
  readonly end: number;
}

/**
 * Decides when the requests of one key can be sent. It sets no timer and reads no clock: the caller passes the time, in
 * milliseconds of a monotonic clock.
 *
 * When it is synchronized with the API's windows, it fills each window up to the limit, based on when requests arrive at the API.
 * Before that, and if responses have no usable headers, it spaces requests so that they fit any phase.
 */
export class Schedule {
  readonly #clock = new WindowClock(windowLength);
  readonly #roundTrips = new RoundTrips();
  readonly #pending = new Set<PendingRequest>();
  /** Requests that still count while the phase is unknown, pending or not. */
  #recent: readonly PendingRequest[] = [];
  /** How many requests each window has counted, by its number. */
  readonly #counted = new Map<number, number>();
  #lastSend = Number.NEGATIVE_INFINITY;
  /** When a call last had to wait. */
  #lastWait = Number.NEGATIVE_INFINITY;
  /** Requests sent since the key was last idle. */
  #burst = 0;
  #limit = defaultLimit;
  #maxLimit = maxStatedLimit;
  /** The limit in the last headers. */
  #stated: number | undefined;
  #closedUntil = Number.NEGATIVE_INFINITY;

  get limit(): number {
    return this.#limit;
  }

  get isLimitStated(): boolean {
    return this.#stated !== undefined;
  }

  get isSynchronized(): boolean {
    return this.#clock.isSynchronized;
  }

  /** Until when a 429 holds back all requests of the key. */
  get closedUntil(): number {
    return this.#closedUntil;
  }

  /** Accepts headers that state a limit up to this number of requests. */
  acceptLimit(requests: number): void {
    this.#maxLimit = Math.max(this.#maxLimit, requests);
  }

  /** Returns when the next request can be sent, if the most urgent call has this priority. */
  opening(now: number, priority: Priority): number {
    const planned = this.isSynchronized
      ? this.#firstWindow(now, priority).opening
      : this.#spacedOpening(now, priority);
    const opening = Math.max(planned, this.#closedUntil);
    if (opening > now) this.#lastWait = now;
    return opening;
  }

  /** When synchronized: returns the first window with room for a request. */
  protected windowFor(now: number, priority: Priority): Window | undefined {
    if (!this.isSynchronized) return undefined;
    const { window } = this.#firstWindow(now, priority);
    return { reset: this.#clock.resetOf(window), end: this.#clock.endOf(window) - this.#transit };
  }

  /**
   * When synchronized: returns when a request can be sent that comes after `used` others in the window with this end. Returns
   * `undefined` if it is too late, or if responses have shown that the window is full.
   */
  protected openingWithin(reset: number, used: number, now: number, priority: Priority): number | undefined {
    return this.#openingIn(this.#clock.windowEndingAt(reset), used, now, priority);
  }

  send(now: number, priority: Priority): PendingRequest {
    this.#dropAbandoned(now);
    this.#burst = this.#isIdle(now) ? 1 : this.#burst + 1;
    const isInFirstBurst = priority === 'interactive' && this.#burst <= this.#limit;
    const request: PendingRequest = {
      sentAt: now,
      opensConnection: this.#opensConnection(now),
      countsUntil: now + (isInFirstBurst ? 2 * windowLength : spacedCount),
    };
    this.#pending.add(request);
    this.#recent = this.#recent.filter(({ countsUntil }) => countsUntil > now).concat(request);
    this.#lastSend = now;
    return request;
  }

  end(request: PendingRequest, response: TurnResponse | undefined, receivedAt: number): void {
    if (!this.#pending.delete(request)) return;
    if (!response) {
      this.#count(this.#windowOf(request), 1);
      return;
    }
    const { sentAt } = request;
    const { status, rateLimit } = response;
    const timed = { ...response, sentAt, receivedAt };
    this.#roundTrips.noteConnections(receivedAt, this.#pending.size);
    if (!request.opensConnection || this.#roundTrips.isEmpty) this.#roundTrips.add(receivedAt - sentAt);
    const windowEnd = rateLimit && this.#learn(rateLimit, timed);
    const likelyEnd = receivedAt - this.#roundTrips.shortest + spacedCount;
    const trustedEnd = this.#clock.isUnreliable ? undefined : windowEnd;
    request.countsUntil = Math.min(request.countsUntil, trustedEnd ?? likelyEnd);
    if (status === 429) this.#close(windowEnd, timed);
  }

  /** Processes the headers. Returns when the window that counted the request has certainly ended. */
  #learn(
    { limit, remaining, reset }: RateLimitHeaders,
    { sentAt, receivedAt, status }: TimedResponse,
  ): number {
    this.#learnLimit(limit, status === 429 && remaining > 0);
    const window = this.#clock.add({ sentAt, receivedAt, reset: reset.getTime() }, this.#roundTrips.shortest);
    this.#count(window, 1);
    // Other processes can use the key too.
    this.#count(window, Math.max(0, limit - remaining - this.#used(window)));
    // The window was open when it counted the request, which was before the response.
    const end = Math.min(this.#clock.latestEndOf(window), receivedAt + windowLength);
    if (remaining === 0 && !this.isSynchronized && !this.#clock.isUnreliable) this.#closeUntil(end);
    return end;
  }

  /** Accepts a limit that is stated twice in a row. A 429 while requests remain proves that a high limit is wrong. */
  #learnLimit(limit: number, isContradicted: boolean): void {
    if (isContradicted) {
      this.#maxLimit = defaultLimit;
      this.#limit = Math.min(this.#limit, defaultLimit);
    }
    if (limit === this.#stated) this.#limit = Math.min(limit, this.#maxLimit);
    this.#stated = limit;
  }

  /**
   * Closes the key after a 429. The headers state the exact end of the window, so `retryAfter` counts only if they are missing or
   * it is much later. A 429 with neither may not be about the key, so only its own call waits.
   */
  #close(windowEnd: number | undefined, { receivedAt, wait }: TimedResponse): void {
    if (windowEnd === undefined && wait === undefined) return;
    const requested = receivedAt + (wait ?? windowLength);
    if (windowEnd === undefined || requested > windowEnd + windowLength + retryAfterRounding) {
      this.#closeUntil(requested);
    } else if (!this.isSynchronized) {
      this.#closeUntil(Math.min(windowEnd, requested));
    }
  }

  #closeUntil(instant: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, instant);
  }

  /** When synchronized: returns the first window with room, and when a request can be sent in it. */
  #firstWindow(now: number, priority: Priority): { window: number; opening: number } {
    for (let window = this.#clock.windowAt(now + this.#transit); ; window += 1) {
      const used = this.#used(window);
      const isLast = priority === 'background' && this.#limit > 1 && used === this.#limit - 1;
      const opening = this.#openingIn(window, used, now, priority, isLast ? this.#extension : 0);
      if (opening !== undefined) return { window, opening };
    }
  }

  /** Returns when a request can be sent after `used` others in a window, or `undefined` if the window is over or full. */
  #openingIn(
    window: number,
    used: number,
    now: number,
    priority: Priority,
    extension = 0,
  ): number | undefined {
    const guard = this.#guard;
    const gap = priority === 'background' && this.#limit > 1 ? this.#gap : 0;
    const end = this.#clock.endOf(window) - this.#transit;
    const due = end - windowLength + guard + (used + this.#waitForConnection(now)) * gap;
    const opening = Math.max(now, Math.min(due, end - guard) + extension);
    const last = this.#opensConnection(now) ? this.#latestWindow(opening) : window;
    const isOpen = opening <= end - 0.8 * guard + extension && this.#hasRoom(window, last);
    return isOpen ? opening : undefined;
  }

  /**
   * When not synchronized: sends a first burst of interactive requests at once, because its window cannot have counted others.
   * Spaces all other requests.
   */
  #spacedOpening(now: number, priority: Priority): number {
    const isInFirstBurst = priority === 'interactive' && (this.#burst < this.#limit || this.#isIdle(now));
    const spacing = (0.9 * windowLength) / this.#limit;
    const due = isInFirstBurst ? now : this.#lastSend + (1 + this.#waitForConnection(now)) * spacing;
    const counting = this.#recent.map(({ countsUntil }) => countsUntil).sort((one, other) => other - one);
    return Math.max(now, due, counting[this.#limit - 1] ?? now);
  }

  /** A request that would open a connection skips one gap, so that it can use a connection that becomes free. */
  #waitForConnection(now: number): 0 | 1 {
    return this.#pending.size > 0 && this.#opensConnection(now) ? 1 : 0;
  }

  #opensConnection(now: number): boolean {
    return this.#roundTrips.needsConnection(now, this.#pending.size);
  }

  #isIdle(now: number): boolean {
    const lastUse = Math.max(this.#lastSend, this.#lastWait);
    return this.#pending.size === 0 && now - lastUse >= spacedCount;
  }

  #hasRoom(first: number, last: number): boolean {
    for (let window = first; window <= last; window += 1) if (this.#used(window) >= this.#limit) return false;
    return true;
  }

  /** How many requests a window has counted or will count. A request that opens a connection counts in every window it may reach. */
  #used(window: number): number {
    let used = this.#counted.get(window) ?? 0;
    for (const request of this.#pending) {
      const first = this.#windowOf(request);
      const last = request.opensConnection ? this.#latestWindow(request.sentAt) : first;
      if (first <= window && window <= last) used += 1;
    }
    return used;
  }

  #windowOf({ sentAt }: PendingRequest): number {
    return this.#clock.windowAt(sentAt + this.#transit);
  }

  /** The last window that may count a request that opens a connection. */
  #latestWindow(sentAt: number): number {
    return this.#clock.windowAt(sentAt + this.#transit + 2 * this.#roundTrips.median);
  }

  /** Adds requests to the count of a window, unless its number is not known yet. */
  #count(window: number, requests: number): void {
    if (Number.isNaN(window)) return;
    this.#counted.set(window, (this.#counted.get(window) ?? 0) + requests);
    for (const old of this.#counted.keys()) if (old < window - windowsKept) this.#counted.delete(old);
  }

  #dropAbandoned(now: number): void {
    for (const request of this.#pending) {
      if (now - request.sentAt < maxPendingTime) return;
      this.#pending.delete(request);
    }
  }

  /** Time from the send until the API counts the request. */
  get #transit(): number {
    return this.#roundTrips.median / 2;
  }

  /** Distance that planned arrivals keep from both ends of a window. */
  get #guard(): number {
    const guard = 0.4 * this.#roundTrips.spread + this.#uncertainty + timerLateness;
    return Math.min(Math.max(guard, 0.06 * windowLength), 0.4 * windowLength);
  }

  /**
   * How much closer to the end of a window its last request is sent while that end is uncertain. If this is too close, the next
   * window counts the request, and this is known before that window is full.
   */
  get #extension(): number {
    const isSafe = this.#roundTrips.median < 0.5 * windowLength;
    const uncertainty = this.#uncertainty;
    return isSafe && uncertainty > 0.03 * windowLength ? Math.min(uncertainty, 0.2 * windowLength) : 0;
  }

  /** Distance between background requests in a window: less than an even share, so that page requests do not fall behind. */
  get #gap(): number {
    const even = (windowLength - 2 * this.#guard) / (this.#limit - 1);
    return Math.min(even, (0.95 * windowLength) / this.#limit);
  }

  get #uncertainty(): number {
    return this.#clock.uncertainty(this.#roundTrips.shortest);
  }
}
