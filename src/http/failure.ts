import type { Issue } from '../errors/issue.js';
import type { Priority } from '../rate-limit/rate-limiter.js';
import type { ServiceError } from './read-error.js';

/** Why one attempt failed. Internal: what users see is made of it when the call ends. */
export type Reason =
  /** The service answered with an error. */
  | { readonly kind: 'error-answer'; readonly response: Response; readonly error: ServiceError }
  /** The service answered 2xx with something that cannot be what was asked for. */
  | {
      readonly kind: 'wrong-body';
      readonly status: number;
      readonly issues: readonly Issue[];
      readonly bodyPreview: string;
      /** Cut or no JSON: a broken connection in disguise, so that another attempt can help. */
      readonly broken: boolean;
    }
  /** The connection failed before an answer came. */
  | { readonly kind: 'no-answer'; readonly cause: unknown }
  /** It failed while the body of an answer was read. */
  | { readonly kind: 'broken-answer'; readonly cause: unknown }
  /** What `fetch` gave is no answer. */
  | { readonly kind: 'no-response' }
  /** What `fetch` gave was read before it came here. */
  | { readonly kind: 'body-taken' }
  /** The attempt outlasted its time-out. */
  | { readonly kind: 'timeout' }
  /** A browser met a redirect, hides where to, and nothing follows it. */
  | { readonly kind: 'hidden-redirect' }
  /** The token function threw. */
  | { readonly kind: 'no-token'; readonly cause: unknown }
  /** The token function gave what is no token. */
  | { readonly kind: 'bad-token'; readonly problem: string }
  /** The rate limiter threw. */
  | { readonly kind: 'no-turn'; readonly cause: unknown }
  /** As many calls wait as the user lets wait. */
  | { readonly kind: 'queue-full'; readonly priority: Priority; readonly maxQueued: number };

/** A failed attempt, in the shape that a retry loop catches. */
export class Failure extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.kind);
    this.reason = reason;
  }
}
