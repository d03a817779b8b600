/** What became of a claim. `run`: the delivery is yours; `busy`: it is another one's; `done`: it was handled. */
export type Claim =
  | {
      readonly state: 'run';
      /** Proves that the claim is yours. One that ran out, or was given back, changes nothing any more. */
      readonly token: string;
    }
  | { readonly state: 'done' | 'busy' };

/**
 * Remembers which deliveries were handled, so that each has its effect once, however often it comes. One that many processes share
 * must make each step at once, whole or not at all.
 */
export interface Deduplicator {
  /** Takes a delivery on, unless it was handled or somebody else has it. A claim that is not renewed is free again after `lease`. */
  claim(key: string, options: { readonly lease: number }): Promise<Claim>;
  /** Keeps a claim for another `lease`. */
  renew(key: string, token: string): Promise<unknown>;
  /** The delivery was handled: it is remembered for `ttl`. */
  done(key: string, token: string, options: { readonly ttl: number }): Promise<unknown>;
  /** The delivery failed: whoever claims it next has it. */
  release(key: string, token: string): Promise<unknown>;
}
