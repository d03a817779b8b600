import { type Issue, redactKey } from '../errors/issue.js';
import { formatInstant, parseInstant } from '../instants.js';
import {
  type CallInput,
  type Endpoint,
  type Method,
  methods,
  notSentMessage,
} from '../operations/operation.js';
import { checkParams, checkRawPath, expandPath } from '../operations/paths.js';
import { checkRules, misplacedKeys, prepareBody, rejectIssues } from '../operations/request-body.js';
import { unknownNames } from '../options/read-options.js';
import { checkCallOptions, headerEntries, type PostOptions } from './call-options.js';
import { entriesOf } from './entries.js';
import { namesOf } from './list-names.js';
import { withCursor } from './page-url.js';
import type { Settings } from './settings.js';

/** One call as every attempt sends it, without the access token. */
export interface PreparedRequest {
  readonly method: Method;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Every attempt sends the same text, because the API compares the bodies of calls that share an idempotency key. */
  readonly body: string | undefined;
}

export interface PreparedInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly json: string | undefined;
  readonly inexact?: string | undefined;
}

/** Validates the input, and converts it to text. @throws {@link RequestValidationError} that lists everything that is wrong */
export function prepareInput(endpoint: Endpoint, input: CallInput, options: PostOptions): PreparedInput {
  const params = { ...input.params };
  const typed = queryTexts(input.query);
  const untyped = queryTexts(options.query);
  const query = { ...typed.texts, ...untyped.texts };
  const body = prepareBody(endpoint, input.body, options.extraBody);
  rejectIssues(notSentMessage(endpoint), [
    ...checkEndpoint(endpoint, params, input),
    ...(body.issues.length > 0 ? body.issues : checkRules(endpoint, input, query, body.parsedBody)),
    ...typed.issues,
    ...untyped.issues,
    ...misplacedKeys('query', query),
    ...checkCallOptions(endpoint.method, options),
  ]);
  return { params, query, json: body.json, inexact: body.inexact };
}

export function prepareRequest(
  settings: Settings,
  { id, method, path }: Endpoint,
  { params: pathParams, query, json }: PreparedInput,
  headers: PostOptions['headers'],
  idempotencyKey: string | undefined,
  cursor: string | undefined,
): PreparedRequest {
  const { cursorParam } = namesOf(settings, { id });
  const params =
    cursor === undefined
      ? new URLSearchParams(query)
      : withCursor(query, cursor, cursorParam, settings.baseUrl);
  const search = params.toString();
  return {
    method,
    url: settings.baseUrl + expandPath(path, pathParams) + (search && `?${search}`),
    headers: {
      ...settings.headers,
      ...Object.fromEntries(headerEntries(headers)),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: json,
  };
}

/** Checks the path parameters of an operation, or method and path of a raw request. */
function checkEndpoint(
  endpoint: Endpoint,
  params: Readonly<Record<string, string>>,
  input: CallInput,
): Issue[] {
  if (endpoint.responseKind !== 'anything') return checkParams(endpoint.path, params);
  const isMethod = methods.includes(endpoint.method);
  return [
    ...(isMethod ? [] : [{ path: 'method', message: `must be one of ${methods.join(', ')}` }]),
    ...checkRawPath(endpoint.path, params),
    ...unknownNames(input, rawParts, 'part of a request', 'Pass options in the second argument'),
  ];
}

const rawParts = ['method', 'path', 'params', 'query', 'body'];

/** Converts query values to text. A value that cannot be converted is reported and left out. */
function queryTexts(query: unknown): {
  readonly texts: Record<string, string>;
  readonly issues: Issue[];
} {
  const texts: Record<string, string> = {};
  const issues: Issue[] = [];
  const entries = entriesOf(query ?? {});
  if (!entries)
    return { texts, issues: [{ path: 'query', message: 'must be a plain object, or pairs such as a Map' }] };
  for (const [name, value] of entries) {
    if (value === undefined || value === null) continue;
    const text = queryText(value);
    const message = Object.hasOwn(texts, name) ? 'is repeated: pass its values as a list' : problemOf(value);
    if (text !== undefined && !Object.hasOwn(texts, name)) texts[name] = text;
    else issues.push({ path: redactKey(name), message });
  }
  return { texts, issues };
}

function queryText(value: unknown): string | undefined {
  if (value instanceof Date) {
    const instant = parseInstant(value);
    return instant === undefined ? undefined : formatInstant(instant);
  }
  // An empty list, or a list of empty strings, would be omitted and request everything.
  if (Array.isArray(value)) {
    return value.length > 0 && value.every((entry) => entry !== '' && isScalar(entry))
      ? value.join(',')
      : undefined;
  }
  return isScalar(value) ? String(value) : undefined;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'number' ? Number.isFinite(value) : ['string', 'boolean'].includes(typeof value);
}

function problemOf(value: unknown): string {
  if (value instanceof Date) return 'must be a valid Date';
  if (Array.isArray(value)) {
    return value.length === 0
      ? 'must name at least one value, or be left out'
      : 'must list strings or numbers';
  }
  return 'must be a string, a finite number, a Date, or a list';
}
