import type { Cancellation } from '../cancellation.js';
import { isText } from '../options/checks.js';
import { mistakeIn } from '../options/mistaken-text.js';
import type { RateLimit, RateLimiter } from '../rate-limit/rate-limiter.js';
import type { FetchFunction } from './fetch-function.js';
import type { PerList } from './list-names.js';
import type { Reporter } from './reporter.js';

/** Describes why a client requests an access token. */
export interface AccessTokenRequest {
  /** The token that the API has just rejected with a 401; `undefined` for the first attempt of a call. */
  readonly rejectedToken: string | undefined;
}

/** What a call needs of its client. The options of the same name describe the members. Durations are in milliseconds. */
export interface Settings {
  readonly origin: string;
  /** Ends in `/api/v1`. */
  readonly baseUrl: string;
  readonly accessToken: string | ((request: AccessTokenRequest) => string | Promise<string>);
  readonly timeout: number;
  readonly deadline: number;
  readonly maxRetries: number;
  readonly rateLimit: RateLimit | RateLimiter | false | undefined;
  readonly maxQueued: number;
  readonly outage: false | { readonly maxWait: number };
  readonly maxResponseBytes: number;
  readonly responseValidation: 'strict' | 'lenient' | 'off';
  readonly cursorParam: string | PerList<string> | undefined;
  readonly nextField: string | PerList<string> | undefined;
  readonly itemsField: string | PerList<string> | undefined;
  readonly maxRangeDays: number;
  readonly fetch: FetchFunction | undefined;
  /** The headers of every call, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly reporter: Reporter;
  /** The operations whose next cursor this client has followed. */
  readonly followedLists: Set<string>;
  /** Abort when this client, or a client that it was derived from, is closed. */
  readonly closed: readonly Cancellation[];
}

/** Returns what is wrong with a token, without its text. */
export function checkToken(token: unknown): true | string {
  if (!isText(token)) return 'must be a non-empty string';
  const mistake = mistakeIn(token, 'token of the API key');
  if (mistake) return mistake;
  if (/^bearer\s/i.test(token)) return 'must be the token alone: leave out `Bearer`, the client adds it';
  if (/\s/.test(token)) return 'contains white space, such as a newline at its end: remove it';
  return /^[\x21-\x7e]+$/.test(token) || 'contains characters that no token has: copy it again';
}
