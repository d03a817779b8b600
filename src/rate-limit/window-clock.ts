/** Length of the API's windows in milliseconds. API specification: Limits › Request rate. */
export const windowLength = 1_000;

/** If a reset is off the grid of windows by more than this, the grid has changed. Milliseconds. */
const gridTolerance = 20;

/** The clock is synchronized after this many samples, with bounds that are at most this many milliseconds apart. */
const minSamples = 12;
const maxRange = 700;

/** A late arrival moves the bounds by at most this, because it costs only a place in the next window. Milliseconds. */
const maxDelay = 20;

/** After this many samples in a row that contradict the bounds, the clock starts over. */
const maxMisfits = 3;

/** The allowance for jitter: at least 60 ms, and more if samples contradict the bounds. Milliseconds. */
const minJitter = 60;
const maxJitter = 200;

/** The share of the largest contradiction that each sample keeps, so that it is forgotten after some hundred samples. */
const kept = 0.995;

/** After this time without samples, the clocks may have drifted apart: by 60 ms if one of them is wrong by 200 ppm. Milliseconds. */
const maxAge = 300_000;

/** What a response reveals about the windows. */
export interface ClockSample {
  /** When the request was sent, in milliseconds on the monotonic clock. */
  readonly sentAt: number;
  /** When the window that counted it ends, in milliseconds on the API's clock. */
  readonly reset: number;
  /** Whether the request may have arrived late, because it had to open a connection. */
  readonly mayBeLate: boolean;
}

/**
 * Learns when to send a request so that it arrives in a certain window.
 *
 * A request that is sent at `t` on the monotonic clock arrives at `t + lead` on the API's clock. The lead is the difference between
 * the clocks plus the travel time. If the window that ends at `reset` has counted the request, then
 * `reset - 1000 - t <= lead < reset - t`. How long the API works before it responds does not matter.
 *
 * A window is named by its end on the API's clock.
 */
export class WindowClock {
  /** Bounds of the lead. Samples narrow or move them, and never widen them. */
  #min = Number.NEGATIVE_INFINITY;
  #max = Number.POSITIVE_INFINITY;
  /** The first and the latest window since the clock started over. */
  #first = Number.NaN;
  #latest = Number.NaN;
  #samples = 0;
  #sampledAt = Number.NEGATIVE_INFINITY;
  #misfits = 0;
  /** How far samples contradicted the bounds. It decays with each sample. */
  #contradiction = 0;
  #isSynchronized = false;
  #isContradicted = false;

  /** Whether the lead is known precisely enough to fill windows. */
  get isSynchronized(): boolean {
    return this.#isSynchronized;
  }

  /** Whether contradictions have started the clock over, and it has not been synchronized since. */
  get isContradicted(): boolean {
    return this.#isContradicted;
  }

  /** The maximum error of the expected arrival of a request, in milliseconds. */
  get uncertainty(): number {
    return (this.#max - this.#min) / 2;
  }

  /** By how many milliseconds the travel time may vary. */
  get jitter(): number {
    return Math.min(minJitter + 2 * this.#contradiction, maxJitter);
  }

  /** Forgets samples that are too old. */
  expire(now: number): void {
    if (now - this.#sampledAt > maxAge) this.#startOver(Number.NaN, false);
  }

  /** Adds a sample, and returns its window. */
  add({ sentAt, reset, mayBeLate }: ClockSample): number {
    this.#sampledAt = sentAt;
    // The first sample has no grid to contradict.
    if (!this.#isOnGrid(reset)) this.#startOver(reset, this.#samples > 0);
    const window = this.windowEndingAt(reset);
    this.#latest = Math.max(this.#latest, window);
    const max = window - sentAt;
    // A request that was late for its connection only proves that others arrive earlier.
    const min = mayBeLate ? Number.NEGATIVE_INFINITY : max - windowLength;
    const isEarly = max < this.#min;
    const isLate = min > this.#max;
    this.#contradiction = Math.max(kept * this.#contradiction, this.#min - max, min - this.#max);
    this.#misfits = isEarly || isLate ? this.#misfits + 1 : 0;
    if (this.#misfits === maxMisfits || (isEarly && !this.#isSynchronized)) {
      this.#startOver(reset, true);
      this.#setBounds(min, max);
    } else if (isEarly) {
      // The next request that is this early finds the previous window full.
      this.#setBounds(max, max);
    } else if (isLate) {
      const delay = Math.min(min - this.#max, maxDelay);
      this.#setBounds(this.#min + delay, this.#max + delay);
    } else {
      this.#setBounds(Math.max(min, this.#min), Math.min(max, this.#max));
    }
    return window;
  }

  /** Returns the window that ends at about this time on the API's clock. */
  windowEndingAt(reset: number): number {
    return this.#latest + Math.round((reset - this.#latest) / windowLength) * windowLength;
  }

  /** Returns whether a window may count a request sent at this time. */
  mayReach(sentAt: number, window: number): boolean {
    const max = window - sentAt;
    return this.#min - this.jitter < max && this.#max + this.jitter >= max - windowLength;
  }

  /** Returns the window that will probably count a request sent at this time. */
  windowAt(sentAt: number): number {
    const arrival = sentAt + this.#lead;
    return this.#latest + (Math.floor((arrival - this.#latest) / windowLength) + 1) * windowLength;
  }

  /** Returns when a request has to be sent that arrives at the end of a window, on the monotonic clock. */
  endOf(window: number): number {
    return window - this.#lead;
  }

  /** Returns from when a request is certainly too late for a window. */
  latestEndOf(window: number): number {
    return window - this.#min;
  }

  get #lead(): number {
    return (this.#min + this.#max) / 2;
  }

  #setBounds(min: number, max: number): void {
    this.#min = min;
    this.#max = max;
    this.#samples += 1;
    // Samples of a single window prove nothing: the reset may be constant.
    const isPrecise = max - min <= maxRange && this.#latest > this.#first;
    if (this.#samples >= minSamples && isPrecise) {
      this.#isSynchronized = true;
      this.#isContradicted = false;
    }
  }

  #startOver(reset: number, isContradicted: boolean): void {
    this.#isContradicted = isContradicted;
    this.#isSynchronized = false;
    this.#samples = 0;
    this.#misfits = 0;
    this.#first = reset;
    this.#latest = reset;
    this.#min = Number.NEGATIVE_INFINITY;
    this.#max = Number.POSITIVE_INFINITY;
  }

  #isOnGrid(reset: number): boolean {
    return Math.abs(reset - this.windowEndingAt(reset)) <= gridTolerance;
  }
}
