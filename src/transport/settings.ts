import type { Cancellation } from '../cancellation.js';
import type { OutletClientOptions } from '../options.js';
import type { RateLimit, RateLimiter } from '../rate-limit/rate-limiter.js';
import type { FetchFunction } from './fetch-function.js';
import type { Reporter } from './reporter.js';

/** The options of a client, checked and complete. Durations are in milliseconds. */
export interface Settings {
  readonly origin: string;
  /** Ends in `/api/v1`. */
  readonly baseUrl: string;
  readonly accessToken: NonNullable<OutletClientOptions['accessToken']>;
  readonly timeout: number;
  readonly deadline: number;
  readonly maxRetries: number;
  /** `undefined`: the limit that the API states. */
  readonly rateLimit: RateLimit | RateLimiter | false | undefined;
  readonly maxQueued: number;
  readonly maxResponseBytes: number;
  readonly responseValidation: 'strict' | 'lenient' | 'off';
  readonly cursorParam: string;
  /** `undefined`: not set, so `next` is assumed. */
  readonly nextField: string | undefined;
  /** The headers of every call, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** `undefined`: `globalThis.fetch`, looked up for each attempt. */
  readonly fetch: FetchFunction | undefined;
  readonly reporter: Reporter;
  /** Abort when this client, or a client that it was derived from, is closed. */
  readonly closed: readonly Cancellation[];
}
