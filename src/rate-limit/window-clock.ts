/** What a response reveals about the API's clock. Milliseconds; `sentAt` and `receivedAt` on the monotonic clock of this machine. */
export interface ClockSample {
  readonly sentAt: number;
  readonly receivedAt: number;
  /** End of the window that counted the request, on the API's clock. */
  readonly reset: number;
}

/** How fast the two clocks are expected to drift apart. */
const maxDrift = 200e-6;

/** The resolution of `reset`, and of the clock that samples are converted from. Milliseconds. */
const resolution = 2;

/** If a reset is off the grid of windows by more than this share of a window, the grid has changed. */
const gridTolerance = 0.02;

/** Synchronization takes this many consistent samples, with an uncertainty of at most this share of a window. */
const minSamples = 6;
const maxUncertainty = 0.15;

/** Synchronization is lost when the uncertainty exceeds this share of a window. */
const lostUncertainty = 0.35;

/**
 * Learns from responses when the API's windows begin and end.
 *
 * The API counted a request between t0, when it was sent, and t1, when its response arrived, in the window that ends at R. So the
 * API's clock is ahead of the monotonic clock by at least `R - window - t1` and at most `R - t0`. Jitter cannot break these
 * bounds. The offset lies in the intersection of all samples.
 *
 * The intersection does not get narrower than a round trip. Its middle corresponds to a request that is counted after half a
 * round trip, even if the two directions take different times.
 */
export class WindowClock {
  readonly #length: number;
  /** Bounds of how far the API's clock is ahead of the monotonic clock. */
  #offset = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
  #updatedAt = Number.NEGATIVE_INFINITY;
  #samples = 0;
  /** The first and the latest window seen on the present grid. */
  #first = 0;
  #latest = 0;
  /** End of window 0 on the API's clock; NaN before the first sample. */
  #origin = Number.NaN;
  #isSynchronized = false;
  #isUnreliable = false;

  /** @param length - length of a window in milliseconds */
  constructor(length: number) {
    this.#length = length;
  }

  /** Whether the phase is known precisely enough. */
  get isSynchronized(): boolean {
    return this.#isSynchronized;
  }

  /** Whether responses have contradicted each other since the phase was last known. */
  get isUnreliable(): boolean {
    return this.#isUnreliable;
  }

  /** Adds a sample and returns the number of its window. `roundTrip` is the duration of the fastest round trips. */
  add(sample: ClockSample, roundTrip: number): number {
    this.#narrow(sample);
    const window = this.windowEndingAt(sample.reset);
    this.#latest = Math.max(this.#latest, window);
    this.#isSynchronized = this.#canSynchronize(roundTrip);
    if (this.#isSynchronized) this.#isUnreliable = false;
    return window;
  }

  /** Returns the maximum error of the estimate, in milliseconds. */
  uncertainty(roundTrip: number): number {
    return Math.max(0, (this.#offset.max - this.#offset.min - roundTrip) / 2);
  }

  /** Returns the window that counts a request sent half a round trip before `arrival`, a time on the monotonic clock. */
  windowAt(arrival: number): number {
    return Math.floor((arrival + this.#estimate - this.#origin) / this.#length) + 1;
  }

  /** Returns the estimated end of a window, on the monotonic clock. */
  endOf(window: number): number {
    return this.resetOf(window) - this.#estimate;
  }

  /** Returns when a window ends on the API's clock. All processes that use the key agree on it. */
  resetOf(window: number): number {
    return this.#origin + window * this.#length;
  }

  /** Returns the window that ends at this time on the API's clock. */
  windowEndingAt(reset: number): number {
    return Math.round((reset - this.#origin) / this.#length);
  }

  /** Returns when a window has certainly ended, on the monotonic clock. */
  latestEndOf(window: number): number {
    return this.resetOf(window) - this.#offset.min;
  }

  get #estimate(): number {
    return (this.#offset.min + this.#offset.max) / 2;
  }

  #narrow({ sentAt, receivedAt, reset }: ClockSample): void {
    const widening = maxDrift * Math.max(0, receivedAt - this.#updatedAt);
    const sample = { min: reset - this.#length - receivedAt, max: reset - sentAt };
    const known = { min: this.#offset.min - widening, max: this.#offset.max + widening };
    const contradiction = Math.max(sample.min - known.max, known.min - sample.max);
    this.#updatedAt = receivedAt;
    this.#samples += 1;
    if (contradiction > resolution || !this.#isOnGrid(reset)) {
      this.#startOver(reset);
      this.#offset = sample;
    } else {
      this.#offset = { min: Math.max(known.min, sample.min), max: Math.min(known.max, sample.max) };
    }
  }

  /** Starts a new grid. Window numbers continue, so that windows of two grids are never confused. */
  #startOver(reset: number): void {
    this.#isUnreliable = !Number.isNaN(this.#origin);
    this.#isSynchronized = false;
    this.#samples = 1;
    this.#latest += 2;
    this.#first = this.#latest;
    this.#origin = reset - this.#latest * this.#length;
  }

  #isOnGrid(reset: number): boolean {
    const windows = (reset - this.#origin) / this.#length;
    return Math.abs(windows - Math.round(windows)) <= gridTolerance;
  }

  /** Samples of a single window prove nothing: the reset may be constant. */
  #canSynchronize(roundTrip: number): boolean {
    if (this.#latest === this.#first) return false;
    const uncertainty = this.uncertainty(roundTrip) / this.#length;
    if (this.#isSynchronized) return uncertainty < lostUncertainty;
    return this.#samples >= minSamples && uncertainty < maxUncertainty;
  }
}
