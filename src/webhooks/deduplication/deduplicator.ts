/** The result of a claim. */
export type Claim =
  | {
      /** `run`: the caller has the claim and handles the delivery. */
      readonly state: 'run';
      /** Identifies the claim. The token has no effect after the claim was lost or released. */
      readonly token: string;
    }
  | {
      /** `done`: the delivery was handled. `busy`: another claim is active. */
      readonly state: 'done' | 'busy';
    };

/**
 * Remembers which deliveries were handled, so that a repeat is acknowledged without running your code. Every method must be atomic,
 * also across processes.
 *
 * Each delivery is handled at least once: a process can die after an effect, and before the delivery is marked as handled. A
 * republished event, or an order that completes again, is handled again. So make effects idempotent, keyed by order ID.
 *
 * Durations are in milliseconds, and keys have at most 100 characters. Test your own implementation with `deduplicatorContract` of
 * `outlet-open-api/testing`.
 */
export interface Deduplicator {
  /** Claims a delivery. The claim ends after `leaseDuration` unless it is renewed. */
  claim(key: string, options: { readonly leaseDuration: number }): Promise<Claim>;
  /** Extends a claim to `leaseDuration` from now. Returns `false` if the claim was lost. */
  renew(key: string, token: string, leaseDuration: number): Promise<boolean>;
  /** Ends a claim and remembers for `ttl` that the delivery was handled. */
  done(key: string, token: string, options: { readonly ttl: number }): Promise<unknown>;
  /** Ends a claim, so that the delivery can be claimed again. */
  release(key: string, token: string): Promise<unknown>;
}
