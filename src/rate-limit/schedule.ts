import { Connections } from './connections.js';
import { Counts } from './counts.js';
import type { RateLimit, RateLimitHeaders } from './rate-limiter.js';
import { RoundTrips } from './round-trips.js';
import { ServiceClock } from './service-clock.js';

/** Whether a request goes as soon as its window allows, or the window's requests are spread over it. */
export type Pace = 'at-once' | 'spread';

/** A request that is under way. */
export interface Flight {
  readonly sentAt: number;
  /** Whether it opens a connection first, and so arrives later. */
  readonly connects: boolean;
  /** When it stops to count where the window is not known. */
  freeAt: number;
}

/** What came back. */
export interface Landing {
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly refused: boolean;
  readonly rateLimit: RateLimitHeaders | undefined;
  /** Milliseconds. */
  readonly retryAfter: number | undefined;
}

/** Length of the service's windows in milliseconds. Specification: "Limits", request rate. */
export const serviceWindow = 1_000;

/** What the service rounds `retryAfter` up to. Milliseconds. */
const rounding = 1_000;

/**
 * When the requests of one key may go: state in, decision out. It runs no timer and reads no clock. Whoever asks says what
 * time it is, in milliseconds of a monotonic clock.
 *
 * Once it knows the phase of the service's windows, it fills each to the limit, and plans by when requests arrive. Until then,
 * and where answers carry no usable headers, requests keep a distance that is right in any phase.
 */
export class Schedule {
  readonly #clock = new ServiceClock(serviceWindow);
  readonly #documented: number;
  readonly #roundTrips = new RoundTrips();
  readonly #connections = new Connections();
  readonly #flights = new Set<Flight>();
  /** Those that still count where the window is not known, under way or not. */
  #latest: readonly Flight[] = [];
  #lastSend = Number.NEGATIVE_INFINITY;
  /** How many were sent since the key was last at rest. */
  #row = 0;
  /** When somebody last had to wait. */
  #lastWait = Number.NEGATIVE_INFINITY;
  readonly #counts = new Counts();
  #closedUntil = Number.NEGATIVE_INFINITY;
  #limit: number;
  #most: number;
  #stated: number | undefined;

  /**
   * @param requests - what a window allows as long as the service states nothing else
   * @param most - what it may allow at most
   */
  constructor(requests: number, most: number) {
    this.#documented = requests;
    this.#limit = requests;
    this.#most = most;
  }

  /** Requests that a window allows. */
  get limit(): number {
    return this.#limit;
  }

  /** Whether the phase of the windows is known. */
  get isLocked(): boolean {
    return this.#clock.isLocked;
  }

  /** What no plan goes beyond: in a known phase, the end of one window and the beginning of the next. */
  get ceiling(): RateLimit {
    return this.isLocked
      ? { requests: 2 * this.#limit, perMs: serviceWindow }
      : { requests: this.#limit, perMs: (1 + leastMargin) * serviceWindow };
  }

  /** From now on no more than this. */
  lower(requests: number): void {
    this.#most = Math.min(this.#most, requests);
    this.#limit = Math.min(this.#limit, requests);
  }

  /** Nothing goes until then. */
  closeUntil(instant: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, instant);
  }

  /** When the next request may go. */
  opening(now: number, pace: Pace): number {
    const planned = this.isLocked ? this.#plannedOpening(now, pace) : this.#cautiousOpening(now, pace);
    const opening = Math.max(planned, this.#closedUntil);
    if (opening > now) this.#lastWait = now;
    return opening;
  }

  /** A request goes now. */
  send(now: number, pace: Pace): Flight {
    this.#row = this.#isAtRest(now) ? 1 : this.#row + 1;
    const isAlone = pace === 'spread' || this.#row > this.#limit;
    const freeAt = now + (isAlone ? this.#hold : 2 * serviceWindow);
    const connects = this.#connects(now);
    const flight = { sentAt: now, connects, freeAt };
    this.#flights.add(flight);
    this.#latest = [...this.#latest.filter((one) => one.freeAt > now), flight];
    this.#lastSend = now;
    return flight;
  }

  /** A request has ended: with what came back, or with nothing where no answer came. */
  land(flight: Flight, landing: Landing | undefined): void {
    if (!this.#flights.delete(flight)) return;
    if (!landing) {
      this.#counts.add(this.#windowOf(flight), 1);
      return;
    }
    const { sentAt, answeredAt, refused, rateLimit, retryAfter } = landing;
    this.#connections.use(answeredAt, this.#flights.size);
    if (!flight.connects || this.#roundTrips.isEmpty) this.#roundTrips.add(answeredAt - sentAt);
    const end = rateLimit && this.#learn(rateLimit, landing);
    const likely = answeredAt - this.#roundTrips.shortest + this.#hold;
    flight.freeAt = Math.min(flight.freeAt, (this.#clock.wasWrong ? undefined : end) ?? likely);
    if (refused) this.#close(end, answeredAt + (retryAfter ?? serviceWindow));
  }

  /** Gives when the window that counted the request is over, whatever the truth is. */
  #learn(headers: RateLimitHeaders, { sentAt, answeredAt, refused }: Landing): number {
    const { limit, remaining, reset } = headers;
    this.#believe(limit, refused && remaining > 0);
    const window = this.#clock.see({ sentAt, answeredAt, reset: reset.getTime() }, this.#roundTrips.shortest);
    this.#counts.add(window, 1);
    // The key can be in use elsewhere too.
    this.#counts.add(window, Math.max(0, limit - remaining - this.#used(window)));
    // It was open when the request was counted, and that was before the answer.
    const end = Math.min(this.#clock.surelyOver(window), answeredAt + serviceWindow);
    if (remaining === 0 && !this.isLocked && !this.#clock.wasWrong) this.closeUntil(end);
    return end;
  }

  /** A limit counts when it is stated twice in a row, and a higher one never again after a 429 though some was said to be left. */
  #believe(limit: number, isLie: boolean): void {
    if (isLie) this.lower(this.#documented);
    if (limit === this.#stated) this.#limit = Math.min(limit, this.#most);
    this.#stated = limit;
  }

  /** After a 429. What its headers say is exact, so that `retryAfter` counts only where they are missing or it goes far beyond. */
  #close(end: number | undefined, asked: number): void {
    if (end === undefined || asked > end + serviceWindow + rounding) this.closeUntil(asked);
    else if (!this.isLocked) this.closeUntil(Math.min(end, asked));
  }

  /** In windows of a known phase: the first that has room, and the first instant in it that is due. */
  #plannedOpening(now: number, pace: Pace): number {
    const guard = this.#guard;
    const isSpread = pace === 'spread' && this.#limit > 1;
    const gap = isSpread ? this.#gap : 0;
    const connects = this.#connects(now);
    for (let window = this.#clock.windowAt(now + this.#transit); ; window += 1) {
      const end = this.#clock.endOf(window) - this.#transit;
      const used = this.#used(window);
      const dare = isSpread && used === this.#limit - 1 ? this.#dare : 0;
      const due = end - serviceWindow + guard + (used + this.#patience(now)) * gap;
      const opening = Math.max(now, Math.min(due, end - guard) + dare);
      const last = connects ? this.#clock.windowAt(opening + this.#transit + this.#detour) : window;
      if (opening <= end - 0.8 * guard + dare && this.#haveRoom(window, last)) return opening;
    }
  }

  /** In an unknown phase: a first row at once, as its window cannot have counted others; then one by one. */
  #cautiousOpening(now: number, pace: Pace): number {
    const goesInRow = pace === 'at-once' && (this.#row < this.#limit || this.#isAtRest(now));
    const due = goesInRow
      ? now
      : this.#lastSend + (1 + this.#patience(now)) * ((0.9 * serviceWindow) / this.#limit);
    const held = this.#latest.map(({ freeAt }) => freeAt).sort((one, other) => other - one);
    return Math.max(now, due, held[this.#limit - 1] ?? now);
  }

  /** One that would have to connect waits a little for a connection to come free. */
  #patience(now: number): 0 | 1 {
    return this.#flights.size > 0 && this.#connects(now) ? 1 : 0;
  }

  #connects(now: number): boolean {
    return this.#connections.areAllTaken(now, this.#flights.size);
  }

  #isAtRest(now: number): boolean {
    const lastUse = Math.max(this.#lastSend, this.#lastWait);
    return this.#flights.size === 0 && now - lastUse >= (1 + leastMargin) * serviceWindow;
  }

  #haveRoom(first: number, last: number): boolean {
    for (let window = first; window <= last; window += 1) if (this.#used(window) >= this.#limit) return false;
    return true;
  }

  /** How many requests a window has counted, or will. One that connects may be late, and takes room in each that it may hit. */
  #used(window: number): number {
    let used = this.#counts.of(window);
    for (const flight of this.#flights) {
      const first = this.#windowOf(flight);
      const last = flight.connects
        ? this.#clock.windowAt(flight.sentAt + this.#transit + this.#detour)
        : first;
      if (first <= window && window <= last) used += 1;
    }
    return used;
  }

  #windowOf({ sentAt }: Flight): number {
    return this.#clock.windowAt(sentAt + this.#transit);
  }

  /** From the send to where a request is counted. */
  get #transit(): number {
    return this.#roundTrips.median / 2;
  }

  /** By how much a request may be late that connects first. */
  get #detour(): number {
    return 2 * this.#roundTrips.median;
  }

  /** How far from the ends of a window requests are planned to arrive. */
  get #guard(): number {
    const uncertainty = this.#clock.uncertainty(this.#roundTrips.shortest);
    const guard = 0.4 * this.#roundTrips.spread + uncertainty + timerLateness;
    return Math.min(Math.max(guard, 0.06 * serviceWindow), 0.4 * serviceWindow);
  }

  /**
   * How much further the last of a spread window goes towards its end while that is not known well. If it is too far, the
   * next window counts it and has one request less, which comes to light before that is full.
   */
  get #dare(): number {
    const uncertainty = this.#clock.uncertainty(this.#roundTrips.shortest);
    const isSafe = this.#roundTrips.median < 0.5 * serviceWindow;
    return isSafe && uncertainty > 0.03 * serviceWindow ? Math.min(uncertainty, 0.2 * serviceWindow) : 0;
  }

  /**
   * From one request of a spread window to the next: a little less than an even share, so that somebody who asks for one page
   * after another, as fast as the limit allows, is not made late by the spread and then shut out at the end of the window.
   */
  get #gap(): number {
    const even = (serviceWindow - 2 * this.#guard) / (this.#limit - 1);
    return Math.min(even, (0.95 * serviceWindow) / this.#limit);
  }

  /** How long a request counts in an unknown phase. */
  get #hold(): number {
    const margin = Math.min(0.4 * this.#roundTrips.spread, largestMargin * serviceWindow);
    return serviceWindow + Math.max(margin, leastMargin * serviceWindow);
  }
}

/** By how much longer than a window requests count in an unknown phase, as shares of the window. */
const leastMargin = 0.075;
const largestMargin = 0.11;

/** How late timers fire, and a little more. Milliseconds. */
const timerLateness = 15;
