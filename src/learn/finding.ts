import type { Probe, Sighting } from './probe.js';

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

/** Counts sightings, and derives the finding. */
export class Tally {
  readonly #seen = new Map<string, Seen>();
  readonly #looked = new Set<string>();

  add(sighting: Sighting<unknown>): void {
    if ('looked' in sighting) {
      this.#looked.add(sighting.looked);
      return;
    }
    const text = 'value' in sighting ? JSON.stringify(sighting.value) : sighting.other;
    const { count } = this.#seen.get(text) ?? { count: 0 };
    const value = 'value' in sighting ? { value: sighting.value } : {};
    this.#seen.set(text, { ...value, text, count: count + 1 });
  }

  /** @param problem - a sentence that says why the probe could not run or ended early */
  finding(kind: Finding['kind'], name: string, { needs }: Probe<unknown>, problem?: string): Finding {
    const seen = [...this.#seen.values()].sort((one, other) => other.count - one.count);
    if (seen.length === 0) {
      const reason = problem ?? ([...this.#looked].join(' ') || `Needs ${needs}.`);
      return { kind, name, result: 'not-observable', seen, reason };
    }
    const isCertain = seen.length === 1 && seen[0] !== undefined && 'value' in seen[0];
    return { kind, name, result: isCertain ? 'certain' : 'contradictory', seen };
  }
}
