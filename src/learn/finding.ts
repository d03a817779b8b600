import type { AssumptionOptions } from '../fake/index.js';
import type { ListName } from '../transport/list-names.js';
import type { Evidence } from './probe.js';

/** What the responses showed about one detail of the API. */
export interface Finding extends Result {
  /**
   * - `rule`: a rule of the API specification
   * - `assumption`: an option of the fake
   */
  readonly kind: 'rule' | 'assumption';
  /** The name of the assumption, also with that of a list, such as `bounds.orders`; or the rule as a sentence. */
  readonly name: string;
  /** The lists that the finding is about, if the option can have a value for each list. */
  readonly lists?: readonly ListName[] | undefined;
}

/** What the responses showed. */
export interface Result {
  /**
   * - `certain`: All places that the option covers showed one value.
   * - `partial`: Some places showed one value, and the others showed none.
   * - `contradictory`: The responses showed several values, or behavior that the fake cannot have.
   * - `not-observable`: No response showed a value.
   */
  readonly result: 'certain' | 'partial' | 'contradictory' | 'not-observable';
  /** The most frequent first. */
  readonly seen: readonly Seen[];
  /** A sentence that says why nothing was seen. */
  readonly reason?: string;
  /** A sentence about what only a person can judge. */
  readonly doubt?: string | undefined;
  /** The places that showed nothing, if others did. */
  readonly missing?: readonly string[];
}

/** A value, or behavior that the fake cannot have. */
export interface Seen {
  /** Absent for behavior that the fake cannot have. */
  readonly value?: unknown;
  /** The value as JSON, or a sentence. */
  readonly text: string;
  /** The number of responses or records. */
  readonly count: number;
  /** The places that showed the value, such as `GET /orders`. */
  readonly places: readonly string[];
}

/** What the responses of one place showed. */
export type PlacedEvidence = Evidence<unknown> & { readonly at: string };

/** Counts equal values. One value is certain if no place is missing, and several are contradictory. */
export function resultFrom(
  evidence: readonly PlacedEvidence[],
  missing: readonly string[],
  reason: string,
): Result {
  const counts = new Map<string, Seen>();
  for (const one of evidence) {
    const text = 'value' in one ? JSON.stringify(one.value) : one.other;
    const value = 'value' in one ? { value: one.value } : {};
    const { count = 0, places = [] } = counts.get(text) ?? {};
    counts.set(text, { ...value, text, count: count + 1, places: [...new Set([...places, one.at])] });
  }
  const seen = [...counts.values()].sort((one, other) => other.count - one.count);
  const [first, second] = seen;
  if (!first) return { result: 'not-observable', seen, reason };
  if (second || !('value' in first)) return { result: 'contradictory', seen };
  return missing.length > 0 ? { result: 'partial', seen, missing } : { result: 'certain', seen };
}

/** Returns what is certain, as options of the fake. */
export function valuesOf(findings: readonly Finding[]): AssumptionOptions {
  const values: Record<string, unknown> = {};
  for (const { kind, name, lists, result, seen } of findings) {
    if (kind !== 'assumption' || result !== 'certain') continue;
    const [option = ''] = name.split('.', 1);
    const value = seen[0]?.value;
    const ofLists = lists?.map((list) => [list, value] as const);
    values[option] = ofLists ? { ...Object(values[option]), ...Object.fromEntries(ofLists) } : value;
  }
  return values;
}
