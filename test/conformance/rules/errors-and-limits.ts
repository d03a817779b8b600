import { inDashboard, type Section, untested } from '../rule.js';

export const errorsAndLimits: readonly Section[] = [
  {
    title: 'Errors',
    rules: {
      'errors.json': 'Errors are JSON.',
      'errors.code': 'code is the HTTP status, a whole number.',
      'errors.message': 'message is for people.',
      'errors.errors': 'errors may tell of fields, with 400 and 500.',
      'errors.status.400': '400: the request is not valid.',
      'errors.status.401': '401: the token is missing, malformed, truncated or revoked.',
      'errors.status.403': "403: a merchantId or outletId that is not the key's.",
      'errors.status.404': '404: an order or a log that is not there.',
      'errors.status.409': '409: an idempotency key that was used with another body.',
      'errors.status.413': '413: a photo that is too large.',
      'errors.status.429': '429: more than 5 requests a second with one key.',
      'errors.status.500': '500: a fault of the service.',
      'errors.429-body': 'A 429 has code, message and retryAfter.',
      'errors.retry-after': 'retryAfter is in whole seconds, rounded up to the end of the window.',
    },
  },
  {
    title: 'Limits',
    rules: {
      'limits.rate': 'A key has 5 requests a second.',
      'limits.window': 'The window is fixed, and begins anew every second.',
      'limits.keys': 'Keys do not share it.',
      'limits.shared': 'All endpoints of a key share it.',
      'limits.header-limit': 'X-RateLimit-Limit is 5.',
      'limits.header-remaining': 'X-RateLimit-Remaining is what is left of the window.',
      'limits.header-reset': 'X-RateLimit-Reset is when the window ends, in ISO 8601.',
      'limits.headers': 'Every response has the three.',
      'limits.range': 'Ranges of dates have at most 31 days, in all three lists.',
      'limits.order-page': 'A page of orders has up to 25 of each status.',
      'limits.receipt-page': 'A page of goods receipts has up to 25.',
      'limits.retention': 'An idempotency key is remembered for 24 hours.',
      'limits.photo-type': 'A photo is a JPEG or a PNG.',
      'limits.photo-size': 'A photo has at most 10 MB.',
      'limits.photo-first': 'The first photo of an item is kept, and no other.',
      'limits.receiver': 'Receivers answer in under 5 seconds.',
      'limits.token-shown': untested('A token is shown once.', inDashboard),
      'limits.token-expiry': 'A token does not expire by itself.',
    },
  },
  {
    title: 'Idempotency',
    rules: {
      'idempotency.1': 'An Idempotency-Key is a UUID v4.',
      'idempotency.1.unique': 'Each operation has one of its own.',
      'idempotency.2': 'The same key and body within 24 hours give the same answer again.',
      'idempotency.2.header': 'It then has the header `x-idempotent-replay: true`.',
      'idempotency.3': 'The same key with another body is a 409.',
    },
  },
  {
    title: 'Advised backoff',
    rules: {
      'backoff.retry-after': 'After a 429, wait for retryAfter or a little longer.',
      'backoff.jitter': 'Then pause longer each time, with jitter.',
      'backoff.remaining': 'Slow down when X-RateLimit-Remaining is low.',
    },
  },
];
