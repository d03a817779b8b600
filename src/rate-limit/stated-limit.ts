import { parseInstant } from '../instants.js';
import type { RateLimitHeaders } from './rate-limiter.js';

/** The maximum number of requests per second with one API key, unless the API states another limit. API specification: Limits › Request rate. */
const defaultLimit = 5;

/** The highest rate limit that the client accepts from response headers, in requests per second. */
const maxStatedLimit = 50;

/** The number of requests per window that the API allows for a key. */
export class StatedLimit {
  #requests = defaultLimit;
  #max = maxStatedLimit;
  /** The limit in the last headers. */
  #last: number | undefined;

  get requests(): number {
    return this.#requests;
  }

  /** Whether the API has stated a limit. Before that, the default applies. */
  get isKnown(): boolean {
    return this.#last !== undefined;
  }

  /**
   * Learns the limit in the headers of a response, which must be stated twice in a row.
   * @param isWrong - whether the response was a 429 although requests remained, which proves that a high limit is wrong
   */
  learn(limit: number, isWrong: boolean): void {
    if (isWrong) {
      this.#max = defaultLimit;
      this.#requests = Math.min(this.#requests, defaultLimit);
    }
    if (limit === this.#last) this.#requests = Math.min(limit, this.#max);
    this.#last = limit;
  }
}

/** Parses the rate limit that a response states. Returns `undefined` if its headers are missing or invalid. */
export function parseRateLimit(headers: Pick<Headers, 'get'>): RateLimitHeaders | undefined {
  const limit = wholeNumber(headers.get('x-ratelimit-limit'));
  const remaining = wholeNumber(headers.get('x-ratelimit-remaining'));
  const reset = parseInstant(headers.get('x-ratelimit-reset'));
  if (limit === undefined || limit === 0 || remaining === undefined || reset === undefined) return undefined;
  return { limit, remaining, reset: new Date(reset) };
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
