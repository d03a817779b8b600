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

/** Identifies the claim of the delivery that an event handler handles. */
export interface DeliveryClaim {
  /** The key that was claimed. */
  readonly key: string;
  /** The token of the claim. */
  readonly token: string;
  /**
   * How long the handled delivery is remembered, in milliseconds. An event without `updatedAt` has no `ttl`, because its repeat looks
   * the same as the next event.
   */
  readonly ttl?: number | undefined;
}

/**
 * Remembers which deliveries were handled, so that each is handled once. Every method must be atomic, also across processes.
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
