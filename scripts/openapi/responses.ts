import { type JsonObject, ref } from './schemas.js';

/** The headers of responses, by the names of their components. */
export const headers: Readonly<Record<string, JsonObject>> = {
  Limit: {
    description: 'The number of requests that one window of the rate limit allows.',
    required: true,
    schema: { type: 'integer' },
    example: 5,
  },
  Remaining: {
    description:
      'The number of requests that are left in the window. Send requests more slowly if it is low.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: 4,
  },
  Reset: {
    description: 'When the window ends: ISO 8601 in UTC.',
    required: true,
    schema: { type: 'string', format: 'date-time' },
    example: '2026-01-15T12:00:01.000Z',
  },
  Replay: {
    description:
      '`true` if the response is that of an earlier POST with the same `Idempotency-Key` and body.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
};

/** Returns the headers of a response. Every response has those of the rate limit. */
export function headersOf({ canBeReplay }: { canBeReplay: boolean }): JsonObject {
  return {
    'X-RateLimit-Limit': ref('headers', 'Limit'),
    'X-RateLimit-Remaining': ref('headers', 'Remaining'),
    'X-RateLimit-Reset': ref('headers', 'Reset'),
    ...(canBeReplay && { 'x-idempotent-replay': ref('headers', 'Replay') }),
  };
}

const errorFields = {
  code: { description: 'The HTTP status.', type: 'integer' },
  message: { description: 'What went wrong, as text for people.', type: 'string' },
  errors: { description: 'Details about fields, such as the path of an invalid field.' },
};

/** The bodies of error responses. */
export const errorSchemas: JsonObject = {
  Error: {
    description: 'An error.',
    type: 'object',
    required: ['code', 'message'],
    properties: errorFields,
    additionalProperties: true,
  },
  RateLimitError: {
    description: 'The error of status 429.',
    type: 'object',
    required: ['code', 'message', 'retryAfter'],
    properties: {
      code: errorFields.code,
      message: errorFields.message,
      retryAfter: {
        description: 'Seconds until the window of the rate limit ends, rounded up. Typically 1 or less.',
        type: 'integer',
        minimum: 0,
      },
    },
    additionalProperties: true,
  },
};

/** An error response: the name of its component, and what it means. */
interface ErrorResponse {
  readonly name: string;
  readonly description: string;
  readonly schema?: string;
  readonly canBeReplay?: boolean;
}

/** API specification: Errors. */
const errorResponses: Readonly<Record<string, ErrorResponse>> = {
  400: { name: 'BadRequest', description: 'The request is invalid.', canBeReplay: true },
  401: { name: 'Unauthorized', description: 'The token is missing, malformed, truncated or revoked.' },
  403: { name: 'Forbidden', description: 'The key belongs to another merchant or outlet.' },
  404: { name: 'NotFound', description: 'The order does not exist, or is partner-aggregated.' },
  409: { name: 'Conflict', description: 'The `Idempotency-Key` was used with another body.' },
  413: { name: 'PayloadTooLarge', description: 'A photo is larger than 10 MB.', canBeReplay: true },
  429: {
    name: 'TooManyRequests',
    description:
      'The rate limit is exceeded. Wait for `retryAfter` seconds, and then use exponential backoff with jitter.',
    schema: 'RateLimitError',
  },
  500: { name: 'InternalError', description: 'The server failed.', canBeReplay: true },
  default: { name: 'OtherError', description: 'An error with another status.', canBeReplay: true },
};

/** Returns references to the error responses with these statuses, and to that of all others. */
export function errorsOf(statuses: readonly string[]): JsonObject {
  const wanted = Object.entries(errorResponses).filter(
    ([status]) => statuses.includes(status) || status === 'default',
  );
  return Object.fromEntries(wanted.map(([status, { name }]) => [status, ref('responses', name)]));
}

/** Returns the error responses, and those to deliveries, by the names of their components. */
export function responses(examples: ReadonlyMap<number, unknown>): JsonObject {
  const errors = Object.entries(errorResponses).map(([status, response]) => {
    const { name, description, schema = 'Error', canBeReplay = false } = response;
    const example = examples.get(Number(status));
    const content = { schema: ref('schemas', schema), ...(example !== undefined && { example }) };
    const headers = headersOf({ canBeReplay });
    return [name, { description, headers, content: { 'application/json': content } }];
  });
  return { ...Object.fromEntries(errors), ...deliveryResponses };
}

/** API specification: Events, rules 5 and 6. */
const deliveryResponses = {
  DeliveryAcknowledged: {
    description:
      'Acknowledges the delivery. Respond within 5 seconds, when the event is queued or processed.',
  },
  DeliveryFailed: { description: 'The API retries the delivery several times with exponential backoff.' },
};
