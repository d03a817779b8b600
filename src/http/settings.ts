import type { RateLimit, RateLimiter } from '../rate-limit/rate-limiter.js';
import type { AccessToken } from './access-token.js';
import type { ResponseValidation } from './check-response.js';
import type { Lifetime } from './lifetime.js';
import type { Observers } from './observers.js';

/** The options of a client, checked and complete. */
export interface Settings {
  /** The address that paths are put behind: it ends in `/api/v1`. */
  readonly baseUrl: string;
  readonly accessToken: AccessToken;
  /** Milliseconds for one attempt. */
  readonly timeout: number;
  /** Milliseconds for one call. */
  readonly deadline: number;
  readonly maxRetries: number;
  /** `undefined` where the service's own limit holds. */
  readonly rateLimit: RateLimit | RateLimiter | false | undefined;
  /** How many calls may wait for their turn in each lane. */
  readonly maxQueued: number;
  /** How large the body of an answer can be, unpacked. */
  readonly maxResponseBytes: number;
  readonly responseValidation: ResponseValidation;
  readonly cursorParam: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly observers: Observers;
  /** End when the client is closed, or one that it was derived from. */
  readonly lives: readonly Lifetime[];
}
