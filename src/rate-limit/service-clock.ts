/** An answer as far as it tells the time. Milliseconds; the first two on the monotonic clock of this machine. */
export interface Sighting {
  readonly sentAt: number;
  readonly answeredAt: number;
  /** End of the window that counted the request, on the service's clock. */
  readonly reset: number;
}

/** How fast two clocks are taken to drift apart, and how fast they may while one of them is being adjusted. */
const drift = 50e-6;
const fastestDrift = 1e-3;

/** How exactly an answer tells the time. Milliseconds. */
const rounding = 1;

/** Windows lie on a grid. An end that is off it by more than this share of a window belongs to another grid. */
const gridTolerance = 0.02;

/** Answers that agree for so long make up for all that did not. */
const steadfast = 60;

/**
 * Learns the phase of the service's windows from its answers.
 *
 * A request that was sent at t0, answered at t1 and counted in the window that ends at R was counted in between, so that the
 * service's clock is ahead of this one by something between `R - window - t1` and `R - t0`. No jitter can break these bounds,
 * and what all answers agree on is what is known. It does not get narrower than a round trip, with the way there on one side
 * of the truth and the way back on the other. So a request that is taken to arrive after half a round trip is right in the
 * middle, however unequal the two ways are.
 */
export class ServiceClock {
  readonly #window: number;
  /** By how much the service's clock is ahead of the monotonic one. */
  #ahead = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };
  #seenAt = Number.NEGATIVE_INFINITY;
  #sightings = 0;
  /** How often what was known turned out to be wrong, the first time included. */
  #setbacks = 0;
  /** The first and the latest window on the grid of today. */
  #first = 0;
  #latest = 0;
  /** When the window number 0 ends, on the service's clock. Not known before the first answer. */
  #origin = Number.NaN;
  #isLocked = false;

  /** @param window - milliseconds */
  constructor(window: number) {
    this.#window = window;
  }

  /** Whether the phase is known well enough to plan by it. */
  get isLocked(): boolean {
    return this.#isLocked;
  }

  /** Whether answers have contradicted each other lately. */
  get wasWrong(): boolean {
    return this.#setbacks > 1;
  }

  /** Takes in an answer; `roundTrip` is how long the fastest ones take. Gives the number of its window. */
  see(sighting: Sighting, roundTrip: number): number {
    this.#narrow(sighting, roundTrip);
    const number = this.#numberOf(sighting.reset);
    this.#latest = Math.max(this.#latest, number);
    this.#isLocked = this.#locks(roundTrip);
    return number;
  }

  /** Milliseconds that the middle may be off. */
  uncertainty(roundTrip: number): number {
    return Math.max(0, (this.#ahead.most - this.#ahead.least - roundTrip) / 2);
  }

  /** The window that is open when a request arrives at this instant of the monotonic clock, half a round trip after its send. */
  windowAt(arrival: number): number {
    return Math.floor((arrival + this.#middle - this.#origin) / this.#window) + 1;
  }

  /** When a window ends, on the monotonic clock. */
  endOf(number: number): number {
    return this.#endOnItsClock(number) - this.#middle;
  }

  /** When a window has ended whatever the truth is, on the monotonic clock. */
  surelyOver(number: number): number {
    return this.#endOnItsClock(number) - this.#ahead.least;
  }

  #endOnItsClock(number: number): number {
    return this.#origin + number * this.#window;
  }

  get #middle(): number {
    return (this.#ahead.least + this.#ahead.most) / 2;
  }

  #narrow(sighting: Sighting, roundTrip: number): void {
    const { sentAt, answeredAt, reset } = sighting;
    const passed = Math.max(0, answeredAt - this.#seenAt);
    const widening = drift * passed;
    const told = { least: reset - this.#window - answeredAt, most: reset - sentAt };
    const known = { least: this.#ahead.least - widening, most: this.#ahead.most + widening };
    const contradiction = Math.max(told.least - known.most, known.least - told.most);
    this.#seenAt = answeredAt;
    this.#sightings += 1;
    if (this.#sightings > steadfast) this.#setbacks = 0;
    if (contradiction > fastestDrift * passed + rounding || !this.#isOnGrid(reset)) {
      this.#setAnew(reset);
      this.#ahead = told;
    } else if (told.least > known.most) {
      this.#ahead = { least: told.least, most: told.least + roundTrip };
    } else if (told.most < known.least) {
      this.#ahead = { least: told.most - roundTrip, most: told.most };
    } else {
      this.#ahead = {
        least: Math.max(known.least, told.least),
        most: Math.min(known.most, told.most),
      };
    }
  }

  /** Numbers go on, so that windows of two grids are never taken for one. */
  #setAnew(reset: number): void {
    this.#setbacks += 1;
    this.#sightings = 1;
    this.#isLocked = false;
    this.#latest += 2;
    this.#first = this.#latest;
    this.#origin = reset - this.#latest * this.#window;
  }

  #numberOf(reset: number): number {
    return Math.round((reset - this.#origin) / this.#window);
  }

  #isOnGrid(reset: number): boolean {
    const windows = (reset - this.#origin) / this.#window;
    return Math.abs(windows - Math.round(windows)) <= gridTolerance;
  }

  /** One window proves nothing, and who was wrong before has to prove more. */
  #locks(roundTrip: number): boolean {
    if (this.#latest === this.#first) return false;
    const uncertainty = this.uncertainty(roundTrip) / this.#window;
    if (this.#isLocked) return uncertainty < 0.35;
    const proof = this.#sightings / 2 ** Math.max(0, this.#setbacks - 1);
    return (proof >= 6 && uncertainty < 0.15) || (proof >= 12 && uncertainty < 0.3);
  }
}
