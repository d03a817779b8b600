/** The result of a claim. `run`: you handle the delivery. `busy`: another claim is active. `done`: it was handled. */
export type Claim =
  | {
      readonly state: 'run';
      /** Identifies the claim. After the claim was lost or released, the token changes nothing. */
      readonly token: string;
    }
  | { readonly state: 'done' | 'busy' };

/**
 * Remembers which deliveries were handled, so that each takes effect once. Every method must be atomic, also across
 * processes. Durations are in milliseconds, and keys have at most 100 characters. `deduplicatorContract` of
 * `outlet-open-api/testing` tests an implementation.
 */
export interface Deduplicator {
  /** Claims a delivery. The claim ends after `lease` unless it is renewed. */
  claim(key: string, options: { readonly lease: number }): Promise<Claim>;
  /** Extends a claim to `lease` from now. Returns `false` if the claim is lost. */
  renew(key: string, token: string, lease: number): Promise<boolean>;
  /** Ends a claim and remembers for `ttl` that the delivery was handled. */
  done(key: string, token: string, options: { readonly ttl: number }): Promise<unknown>;
  /** Ends a claim, so that the delivery can be claimed again. */
  release(key: string, token: string): Promise<unknown>;
}
