import type { Assumptions, FakeEndpoint } from '../fake/index.js';
import type { Caller } from './caller.js';

/** What one response or record shows. */
type Sighting<T> =
  | Evidence<T>
  /** A place that the option covers, and that showed nothing, such as `the options of items`. */
  | { readonly missing: string }
  /** A sentence about what only a person can judge. */
  | { readonly doubt: string }
  /** A sentence about responses that show nothing, such as `Not seen in 40 pages of GET /orders.` */
  | { readonly looked: string };

/** A value, or behavior that the fake has no value for, in a sentence. Default of the place: the endpoint of the alternative. */
export type Evidence<T> = ({ readonly value: T } | { readonly other: string }) & { readonly at?: string };

export type Sightings<T> = AsyncGenerator<Sighting<T>, void, undefined>;

/** How to find out a value. */
export interface Probe<T> {
  /**
   * The places that the option covers, by the endpoints that one key must be able to call. The probe runs for each place, with the
   * first key that has access. A value is certain only if every place showed it.
   */
  readonly calls: readonly (readonly [FakeEndpoint, ...FakeEndpoint[]])[];
  /** Whether the option can have a value for each list, so that lists that differ are no contradiction. */
  readonly isPerList?: true;
  /** What the outlet must have, such as `two pages of a list`. */
  readonly needs: string;
  /** @param endpoint - the first endpoint of the alternative */
  observe(caller: Caller, endpoint: FakeEndpoint): Sightings<T>;
}

/** Why no probe can find out a value. */
export interface Reason {
  readonly notObservable: string;
}

/** How to find out each assumption. */
export type AssumptionProbes = {
  readonly [Name in keyof Assumptions]: Probe<Assumptions[Name]> | Reason;
};
