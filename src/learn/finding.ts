import type { Evidence } from './probe.js';

/** What the responses showed about one detail of the API. */
export interface Finding extends Result {
  /**
   * - `rule`: a rule of the API specification
   * - `assumption`: an option of the fake
   * - `detail`: not in the API specification, and not an option
   */
  readonly kind: 'rule' | 'assumption' | 'detail';
  /** The name of the assumption, or a sentence that says what the API specification or the fake does. */
  readonly name: string;
}

/** What the responses showed. */
export interface Result {
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

/** Counts equal values. One value is certain, and several are contradictory. */
export function resultFrom(evidence: readonly Evidence<unknown>[], reason: string): Result {
  const counts = new Map<string, Seen>();
  for (const one of evidence) {
    const text = 'value' in one ? JSON.stringify(one.value) : one.other;
    const value = 'value' in one ? { value: one.value } : {};
    counts.set(text, { ...value, text, count: (counts.get(text)?.count ?? 0) + 1 });
  }
  const seen = [...counts.values()].sort((one, other) => other.count - one.count);
  const [first, second] = seen;
  if (!first) return { result: 'not-observable', seen, reason };
  return { result: 'value' in first && !second ? 'certain' : 'contradictory', seen };
}
