import type { Random } from '../../../src/fake/outlet/random.js';

export interface NetworkPlan {
  /** Milliseconds there and back. */
  readonly roundTrip: number;
  /** By which part of itself each way is longer or shorter: 0.5 for 50 %. */
  readonly jitter: number;
}

/** What lies between client and service. Both ways are alike. */
export class Network {
  readonly #plan: NetworkPlan;
  readonly #random: Random;

  constructor(plan: NetworkPlan, random: Random) {
    this.#plan = plan;
    this.#random = random;
  }

  /** Milliseconds that the next message takes, in one direction. */
  way(): number {
    const { roundTrip, jitter } = this.#plan;
    return (roundTrip / 2) * (1 + jitter * (2 * this.#random.next() - 1));
  }

  /** Milliseconds until a connection is open: one round trip for TCP, and up to one more for TLS. */
  connecting(): number {
    return this.#plan.roundTrip * (1 + this.#random.next());
  }
}
