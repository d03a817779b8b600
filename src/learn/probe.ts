import type { FakeEndpoint } from '../fake/service/router.js';
import type { Caller } from './caller.js';
import type { Callers } from './callers.js';

/** What one response or record shows. */
export type Sighting<T> =
  | { readonly value: T }
  /** Behavior that the fake has no value for, in a sentence. */
  | { readonly other: string }
  /** A sentence about responses that show nothing, such as `Not seen in 40 pages.` */
  | { readonly looked: string };

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
  /** Whether the probe sends other requests than GET. */
  readonly isWrite?: true;
  observe(situation: Situation): Sightings<T>;
}

/** Returns whether an alternative of a probe sends other requests than GET. */
export function needsWrite({ isWrite }: Probe<unknown>, endpoints: readonly FakeEndpoint[]): boolean {
  return isWrite === true || endpoints.some((endpoint) => !endpoint.startsWith('GET '));
}

/** With what a probe runs. */
export interface Situation {
  /** The key that can call all endpoints of the alternative. */
  readonly caller: Caller;
  readonly callers: Callers;
  /** The first endpoint of the alternative. */
  readonly endpoint: FakeEndpoint;
}

/** Why no probe can find out a value. */
export interface Reason {
  readonly notObservable: string;
}
