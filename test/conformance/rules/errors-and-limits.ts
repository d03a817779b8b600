import { inDashboard, type Section, untested } from '../rule.js';

export const errorsAndLimits: readonly Section[] = [
  {
    title: 'Errors',
    rules: {
      'errors.json': 'Errors are JSON.',
      'errors.code': 'code is the HTTP status, an integer.',
      'errors.message': 'message is readable by people.',
      'errors.errors': 'errors can contain field-level details, on 400 and 500.',
      'errors.status.400': '400: the request is invalid.',
      'errors.status.401': '401: the token is missing, malformed, truncated or revoked.',
      'errors.status.403': '403: a merchantId or outletId does not match the key.',
      'errors.status.404': '404: an order or an action log does not exist.',
      'errors.status.409': '409: an idempotency key was used with another body.',
      'errors.status.413': '413: a photo is too large.',
      'errors.status.429': '429: more than 5 requests per second with one key.',
      'errors.status.500': '500: an internal error of the API.',
      'errors.429-body': 'A 429 has code, message and retryAfter.',
      'errors.retry-after': 'retryAfter is in seconds, rounded up until the window resets.',
    },
  },
  {
    title: 'Limits',
    rules: {
      'limits.rate': 'A key allows 5 requests per second.',
      'limits.window': 'The window is fixed, and resets every second.',
      'limits.keys': 'Each key has its own limit.',
      'limits.shared': 'All endpoints share the limit of a key.',
      'limits.header-limit': 'X-RateLimit-Limit is 5.',
      'limits.header-remaining': 'X-RateLimit-Remaining is the number of requests left in the window.',
      'limits.header-reset': 'X-RateLimit-Reset is the time when the window resets, in ISO 8601.',
      'limits.headers': 'Every response has the three headers.',
      'limits.range': 'Date ranges are at most 31 days long, in all three lists.',
      'limits.order-page': 'A page of orders has up to 25 orders of each status.',
      'limits.receipt-page': 'A page of goods receipts has up to 25 receipts.',
      'limits.retention': 'The API remembers an idempotency key for 24 hours.',
      'limits.photo-type': 'A photo is a JPEG or a PNG.',
      'limits.photo-size': 'A photo is at most 10 MB.',
      'limits.photo-first': 'Only the first photo of an item is stored.',
      'limits.receiver': 'Receivers respond in under 5 seconds.',
      'limits.token-shown': untested('A token is shown once.', inDashboard),
      'limits.token-expiry': 'A token does not expire by default.',
    },
  },
  {
    title: 'Idempotency',
    rules: {
      'idempotency.1': 'An Idempotency-Key is a UUID v4.',
      'idempotency.1.unique': 'Each operation has its own key.',
      'idempotency.2': 'The same key and body within 24 hours return the original response.',
      'idempotency.2.header': 'A repeated response has the header `x-idempotent-replay: true`.',
      'idempotency.3': 'The same key with another body is a 409.',
    },
  },
  {
    title: 'Advised backoff',
    rules: {
      'backoff.retry-after': 'After a 429, wait for retryAfter or slightly longer.',
      'backoff.jitter': 'Then use exponential backoff with jitter.',
      'backoff.remaining': 'Slow down when X-RateLimit-Remaining is low.',
    },
  },
];
