import type { Assumptions, FakeEndpoint } from '../fake/index.js';
import type { Caller } from './caller.js';

/** What one response or record shows. */
type Sighting<T> =
  | Evidence<T>
  /** A sentence about responses that show nothing, such as `Not seen in 40 pages.` */
  | { readonly looked: string };

/** A value, or behavior that the fake has no value for, in a sentence. */
export type Evidence<T> = { readonly value: T } | { readonly other: string };

export type Sightings<T> = AsyncGenerator<Sighting<T>, void, undefined>;

/** How to find out a value. */
export interface Probe<T> {
  /**
   * Alternatives: the endpoints that one key must be able to call. The probe runs for each alternative, with the first key that has
   * access, so that the responses of several lists are compared.
   */
  readonly calls: readonly (readonly [FakeEndpoint, ...FakeEndpoint[]])[];
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
