import { placeKeys } from '../errors/field-errors.js';
import { isRecord } from '../records.js';
import type { FetchResponse } from './fetch-function.js';
import type { PreparedRequest } from './prepare/prepare-request.js';

const placeholder = '[redacted]';

/** Fields of requests that hold personal data. */
const personalFields = new Set([
  'customerName',
  'firstName',
  'lastName',
  'email',
  'phoneNumber',
  'note',
  'search',
]);

/** Minimum length of a redacted value. Shorter values would match by chance. */
const minLength = 3;

/** JSON Web Tokens, email addresses, and phone numbers in international format. */
const sensitive =
  /eyJ[\w-]{8,}(?:\.[\w-]*)*|[\p{L}\p{N}._%+'-]{1,64}(?:@|%40)[\p{L}\p{N}.-]+\.\p{L}{2,}|(?<![\w.+-])\+\d(?:[ ()./-]{0,2}\d){6,14}(?!\w)/gu;

/** Response headers whose values an error shows. They describe the response, the rate limit, and the servers on the way. */
const shownHeaders = new Set(
  `age allow cf-ray content-encoding content-length content-type date request-id retry-after server traceparent tracestate via
  x-amz-cf-id x-amzn-requestid x-amzn-trace-id x-b3-traceid x-cloud-trace-context x-correlation-id x-idempotent-replay
  x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset x-request-id x-trace-id`.split(/\s+/),
);

/** The maximum length of a message from the API in an error. */
const maxMessageLength = 1_000;
/** The maximum depth of `errors` in an `ApiError`. Deeper values are redacted. */
const maxDepth = 16;

/**
 * Removes access tokens and personal data from errors, and from the path of a raw request. It removes the tokens of the call
 * and the values of personal fields. It also removes text that looks like a JSON Web Token, an email address or an international
 * phone number. The security guide lists what it does not cover.
 */
export class Redactor {
  readonly #tokens: readonly string[];
  readonly #values: readonly RegExp[];

  constructor(tokens: readonly string[], request: PreparedRequest | undefined) {
    this.#tokens = tokens.filter((token) => token !== '');
    this.#values = request ? patternsOf(personalValues(request)) : [];
  }

  text(text: string): string {
    const withoutTokens = this.#tokens.reduce((shown, token) => shown.replaceAll(token, placeholder), text);
    // Email addresses first, because they can contain a name.
    return [sensitive, ...this.#values].reduce(
      (shown, pattern) => shown.replace(pattern, placeholder),
      withoutTokens,
    );
  }

  message(message: string): string {
    const shown = this.text(message);
    return shown.length > maxMessageLength ? `${shown.slice(0, maxMessageLength)}…` : shown;
  }

  /** Redacts the strings in the `errors` of a response, but neither keys nor the paths of fields. */
  errors(value: unknown, depth = 0): unknown {
    if (depth > maxDepth) return placeholder;
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((entry) => this.errors(entry, depth + 1));
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).map(([key, entry]) => {
      return [key, placeKeys.includes(key) ? entry : this.errors(entry, depth + 1)];
    });
    return Object.fromEntries(entries);
  }

  headers(headers: FetchResponse['headers']): Headers {
    const shown = new Headers();
    headers.forEach((value, name) => {
      if (name === 'location')
        shown.append(name, URL.canParse(value) ? `${new URL(value).origin}/${placeholder}` : placeholder);
      else shown.append(name, shownHeaders.has(name) ? this.text(value) : placeholder);
    });
    return shown;
  }
}

function personalValues({ url, body }: PreparedRequest): Set<string> {
  const values = new Set<string>();
  const add = (key: string, value: unknown) => {
    if (personalFields.has(key) && typeof value === 'string' && value.trim().length >= minLength)
      values.add(value.trim());
    return value;
  };
  for (const [name, value] of new URL(url).searchParams) add(name, value);
  if (body !== undefined) JSON.parse(body, add);
  return values;
}

/** Matches whole words. Single words are case-sensitive: a guest called Will must not hide the word "will". */
function patternsOf(values: ReadonlySet<string>): RegExp[] {
  const isWord = (value: string) => !/\s/.test(value);
  return [
    // Values of several words first: a first name must not break up the full name.
    { flags: 'giu', matching: [...values].filter((value) => !isWord(value)) },
    { flags: 'gu', matching: [...values].filter(isWord) },
  ].flatMap(({ flags, matching }) => {
    const forms = matching.flatMap((value) => [value, JSON.stringify(value).slice(1, -1)]);
    if (forms.length === 0) return [];
    const longestFirst = [...new Set(forms)].sort((one, other) => other.length - one.length);
    const escaped = longestFirst.map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
    return [new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, flags)];
  });
}
