import type { CallInput, Endpoint } from './endpoint.js';
import { withExtraFields } from './json-body.js';
import type { CallOptions, PostOptions, QueryValue } from './options.js';

/** What a call was given: the options that are parts of its input stand there. */
export interface Taken {
  readonly endpoint: Endpoint;
  readonly input: TakenInput;
  readonly options: CallOptions;
}

export interface TakenInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, QueryValue>>;
  readonly body: unknown;
}

/** Takes down what the caller gave, once, so that what is checked is what is sent: a getter can give something else each time. */
export function takeInput(endpoint: Endpoint, given: CallInput, options: PostOptions | undefined): Taken {
  const { signal, timeout, deadline, maxRetries, headers, priority, idempotencyKey } = options ?? {};
  return {
    endpoint,
    input: {
      params: { ...given.params },
      query: { ...fieldsOf(given.query), ...fieldsOf(options?.query) },
      body: withExtraFields(given.body, options?.extraBody),
    },
    options: {
      signal,
      timeout,
      deadline,
      maxRetries,
      headers: fieldsOf(headers),
      priority,
      idempotencyKey,
    },
  };
}

/** `Headers` and `URLSearchParams` would be empty objects to a spread, and so be left out unseen. */
export function fieldsOf<Fields extends object>(
  given: Iterable<readonly [string, string]> | Fields | undefined,
) {
  return given && Symbol.iterator in given ? Object.fromEntries(given) : { ...given };
}
