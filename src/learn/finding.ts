import type { Evidence } from './probe.js';

/** What the responses showed about one detail of the API. */
export interface Finding {
  /**
   * - `rule`: a rule of the API specification
   * - `assumption`: an option of the fake
   * - `detail`: not in the API specification, and not an option
   */
  readonly kind: 'rule' | 'assumption' | 'detail';
  /** The name of the assumption, or a sentence that says what the API specification or the fake does. */
  readonly name: string;
  /**
   * - `certain`: All responses showed one value.
   * - `contradictory`: The responses showed several values, or behavior that the fake cannot have.
   * - `not-observable`: No response showed a value.
   */
  readonly result: 'certain' | 'contradictory' | 'not-observable';
  /** The most frequent first. */
  readonly seen: readonly Seen[];
  /** A sentence that says why nothing was seen. */
  readonly reason?: string;
}

/** A value, or behavior that the fake cannot have. */
export interface Seen {
  /** Absent for behavior that the fake cannot have. */
  readonly value?: unknown;
  /** The value as JSON, or a sentence. */
  readonly text: string;
  /** The number of responses or records. */
  readonly count: number;
}

/** Counts equal sightings, the most frequent first. */
export function seenIn(sightings: readonly Evidence<unknown>[]): Seen[] {
  const seen = new Map<string, Seen>();
  for (const sighting of sightings) {
    const text = 'value' in sighting ? JSON.stringify(sighting.value) : sighting.other;
    const value = 'value' in sighting ? { value: sighting.value } : {};
    seen.set(text, { ...value, text, count: (seen.get(text)?.count ?? 0) + 1 });
  }
  return [...seen.values()].sort((one, other) => other.count - one.count);
}
