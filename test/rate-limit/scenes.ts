import type { Call, Scene } from './simulation.js';

/** What a network is like. */
export interface Line {
  readonly seed: number;
  /** Milliseconds there and back. */
  readonly roundTrip: number;
  /** By what share of it a trip may be shorter or longer. */
  readonly jitter: number;
  /** What share of it is the way there. */
  readonly there: number;
}

/** A service behind a line, with windows and a clock of its own; what differs is given. */
export function sceneOn({ seed, roundTrip, jitter, there }: Line, differing: Partial<Scene> = {}): Scene {
  const random = randomFrom(seed);
  const phase = Math.floor(random() * 1_000);
  const skew = Math.round((random() - 0.5) * 10_000);
  const trip = (share: number) => () => roundTrip * share * (1 + jitter * (2 * random() - 1));
  return {
    limit: () => 5,
    phase: () => phase,
    skew: () => skew,
    there: trip(there),
    back: trip(1 - there),
    connecting: () => roundTrip * (1 + random()),
    lateness: () => random() * 1.5,
    awake: (at) => at,
    others: () => 0,
    headers: (headers) => headers,
    ...differing,
  };
}

/** So many calls at one instant. */
export function burst(count: number, at: number, pace: Call['pace']): Call[] {
  return Array.from({ length: count }, () => ({ at, pace }));
}

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
