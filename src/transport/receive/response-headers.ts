import { parseInstant } from '../../instants.js';
import type { RateLimitHeaders } from '../../rate-limit/rate-limiter.js';
import type { FetchResponse } from '../fetch-function.js';

/** Parses the rate limit that a response states. Returns `undefined` if its headers are missing or invalid. */
export function parseRateLimit(headers: FetchResponse['headers']): RateLimitHeaders | undefined {
  const limit = wholeNumber(headers.get('x-ratelimit-limit'));
  const remaining = wholeNumber(headers.get('x-ratelimit-remaining'));
  const reset = parseInstant(headers.get('x-ratelimit-reset'));
  if (limit === undefined || limit === 0 || remaining === undefined || reset === undefined) return undefined;
  return { limit, remaining, reset: new Date(reset) };
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
