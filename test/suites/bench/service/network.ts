import type { Random } from '../../../../src/random.js';

export interface NetworkPlan {
  /** The round trip in milliseconds. */
  readonly roundTrip: number;
  /** The share by which each direction varies: 0.5 for 50 %. */
  readonly jitter: number;
}

/** The network between client and service. Both directions are alike. */
export class Network {
  /** Applies to the messages that follow. */
  plan: NetworkPlan;
  readonly #random: Random;

  constructor(plan: NetworkPlan, random: Random) {
    this.plan = plan;
    this.#random = random;
  }

  /** Milliseconds that the next message takes, in one direction. */
  way(): number {
    const { roundTrip, jitter } = this.plan;
    return (roundTrip / 2) * (1 + jitter * (2 * this.#random.next() - 1));
  }

  /** Milliseconds until a connection is open: one round trip for TCP, and up to one more for TLS. */
  connecting(): number {
    return this.plan.roundTrip * (1 + this.#random.next());
  }
}
