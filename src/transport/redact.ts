import { placeKeys } from '../errors/field-errors.js';
import { printable } from '../errors/issue.js';
import { isRecord } from '../json.js';
import { isText } from '../options/checks.js';
import type { FetchResponse } from './fetch-function.js';
import type { PreparedRequest } from './prepare-request.js';

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

/** Tokens from this length on are also redacted inside words. Shorter ones, as in tests, would damage messages. */
const minTokenLength = 16;

/** A character of a script that has no spaces between words, or that attaches particles to names. */
const unspaced = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]`;
/** Values of one character would match by chance, and so would two letters of other scripts. */
const longEnough = new RegExp(`${unspaced}.|.${unspaced}|...`, 'su');
/** A character that continues a word, so that what is next to it is only a part of that word. */
const inWord = String.raw`(?!${unspaced})[\p{L}\p{M}\p{N}_]`;
/** What is next to a whole word. Compiling the classes takes milliseconds, so neither an import nor each call does. */
let wordEdges: readonly [start: RegExp, end: RegExp] | undefined;

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
  readonly #longTokens: readonly string[];
  readonly #shortTokens: readonly RegExp[];
  readonly #personal: readonly RegExp[];
  /** The forms in which others repeat the URL of the request, and what is shown instead. */
  readonly #urls: readonly (readonly [form: string, shown: string])[];

  /** @param path - the template of the path */
  constructor(tokens: readonly string[], request: PreparedRequest | undefined, path = '') {
    this.#urls = request ? formsOfUrl(request.url, path) : [];
    this.#longTokens = tokens.filter((token) => token.length >= minTokenLength);
    const shortTokens = tokens.filter((token) => token !== '' && token.length < minTokenLength);
    this.#shortTokens = formsOf(shortTokens, 'gu');
    this.#personal = request ? patternsOf(personalValues(request)) : [];
  }

  text(text: string): string {
    // Email addresses before values, because they can contain a name.
    const withoutUrls = this.#urls.reduce(
      (shown, [form, template]) => shown.replaceAll(form, template),
      text,
    );
    return hideWords(this.#personal, this.key(withoutUrls));
  }

  /** Redacts a key or the path of a field, but no personal values: a guest called Price must not hide a field. */
  key(text: string): string {
    return hideWords(this.#shortTokens, this.tokens(text)).replace(sensitive, placeholder);
  }

  /** Redacts the tokens in a message of the client, which names fields of a response. */
  tokens(text: string): string {
    return this.#longTokens.reduce((shown, token) => shown.replaceAll(token, placeholder), text);
  }

  /** Redacts a message of the API or of other code, in one line. Values can have line breaks, so they are redacted before and after. */
  message(message: string): string {
    const shown = this.text(printable(this.text(message)));
    return shown.length > maxMessageLength ? `${shown.slice(0, maxMessageLength)}…` : shown;
  }

  /** Redacts the strings and numbers in the `errors` of a response. */
  errors(value: unknown, isPlace = false, depth = 0): unknown {
    if (depth > maxDepth) return placeholder;
    if (typeof value === 'string') return isPlace ? this.key(value) : this.text(value);
    if (typeof value === 'number') return this.text(`${value}`) === `${value}` ? value : placeholder;
    if (Array.isArray(value)) return value.map((entry) => this.errors(entry, isPlace, depth + 1));
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).map(([key, entry]) => {
      return [this.key(key), this.errors(entry, placeKeys.includes(key), depth + 1)];
    });
    return Object.fromEntries(entries);
  }

  headers(headers: FetchResponse['headers']): Headers {
    const shown = new Headers();
    headers.forEach((value, name) => {
      if (this.key(name) !== name) return;
      if (name === 'location')
        shown.append(
          name,
          URL.canParse(value) ? `${this.key(new URL(value).origin)}/${placeholder}` : placeholder,
        );
      else shown.append(name, shownHeaders.has(name) ? this.text(value) : placeholder);
    });
    return shown;
  }
}

function hideWords(words: readonly RegExp[], text: string): string {
  return words.reduce(hideWord, text);
}

function hideWord(text: string, word: RegExp): string {
  let [shown, end] = ['', 0];
  for (const { index, 1: found = '' } of text.matchAll(word)) {
    const next = index + found.length;
    if (index < end || !isWholeWord(text, index, next)) continue;
    shown += text.slice(end, index) + placeholder;
    end = next;
  }
  return shown + text.slice(end);
}

/** In unspaced scripts, a word can be next to any other character. */
function isWholeWord(text: string, start: number, end: number): boolean {
  wordEdges ??= [
    new RegExp(`(?=${unspaced})|(?<!${inWord})`, 'uy'),
    new RegExp(`(?<=${unspaced})|(?!${inWord})`, 'uy'),
  ];
  const [atStart, atEnd] = wordEdges;
  atStart.lastIndex = start;
  atEnd.lastIndex = end;
  return atStart.test(text) && atEnd.test(text);
}

/** Encoded values would escape all patterns, so the query is never shown. A proxy can remove the start of a path. */
function formsOfUrl(url: string, path: string): (readonly [form: string, shown: string])[] {
  const { pathname, search } = new URL(url);
  const forms: (readonly [string, string])[] = [[url, path]];
  return search === '' ? forms : [...forms, [pathname + search, path], [search, '']];
}

function personalValues({ url, body }: PreparedRequest): Set<string> {
  const values = new Set<string>();
  const add = (key: string, value: unknown) => {
    if (personalFields.has(key) && typeof value === 'string' && longEnough.test(value.trim()))
      values.add(value.trim());
    if (isRecord(value)) addFullName(value);
    return value;
  };
  // In Chinese, each part can be a single character, which alone would match by chance.
  const addFullName = ({ firstName, lastName }: Record<string, unknown>) => {
    if (!isText(firstName) || !isText(lastName)) return;
    for (const space of ['', ' ']) add('lastName', lastName.trim() + space + firstName.trim());
  };
  for (const [name, value] of new URL(url).searchParams) add(name, value);
  if (body !== undefined) JSON.parse(body, add);
  return values;
}

/** Single words are case-sensitive: a guest called Will must not hide the word "will". */
function patternsOf(values: ReadonlySet<string>): RegExp[] {
  const isWord = (value: string) => !/\s/.test(value);
  const phrases = [...values].filter((value) => !isWord(value));
  // Phrases first: a first name must not break up the full name.
  return [...formsOf(phrases, 'giu'), ...formsOf([...values].filter(isWord), 'gu')];
}

/** Returns patterns that find words at every position: plain, JSON-escaped, and encoded for URLs and forms. */
function formsOf(words: readonly string[], flags: string): RegExp[] {
  const forms = words.flatMap((word) => {
    // A lone surrogate cannot be encoded.
    const encoded = encodeURIComponent(word.toWellFormed());
    return [word, JSON.stringify(word).slice(1, -1), encoded, encoded.replaceAll('%20', '+')];
  });
  const longestFirst = [...new Set(forms)].sort((one, other) => other.length - one.length);
  return longestFirst.map((form) => {
    const escaped = form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    return new RegExp(`(?=(${escaped}))[^]`, flags);
  });
}
