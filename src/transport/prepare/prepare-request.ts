import type { Issue } from '../../errors/issue.js';
import { RequestValidationError } from '../../errors/request-validation-error.js';
import { type CallInput, type Endpoint, type Method, notSentMessage } from '../../operations/operation.js';
import { expandPath } from '../../operations/paths.js';
import type { Settings } from '../../options.js';
import { isRecord } from '../../records.js';
import { checkCallOptions, headerEntries, type PostOptions } from '../call-options.js';
import { type SerializedBody, serializeBody } from './serialize-body.js';
import { checkEndpoint, checkRules, queryTexts } from './validate-input.js';

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
}

/** Validates the input, and converts it to text. @throws RequestValidationError that lists everything that is wrong */
export function prepareInput(endpoint: Endpoint, input: CallInput, options: PostOptions): PreparedInput {
  const params = { ...input.params };
  const typed = queryTexts(input.query);
  const untyped = queryTexts(options.query);
  const query = { ...typed.texts, ...untyped.texts };
  const body = preparedBody(endpoint, input.body, options.extraBody);
  rejectIssues(endpoint, [
    ...checkEndpoint(endpoint, params),
    ...(body.issues.length > 0 ? body.issues : checkRules(endpoint, input, query, body.parsedBody)),
    ...typed.issues,
    ...untyped.issues,
    ...checkCallOptions(endpoint.method, options),
  ]);
  return { params, query, json: body.json };
}

export function prepareRequest(
  settings: Settings,
  { method, path }: Endpoint,
  { params, query, json }: PreparedInput,
  headers: PostOptions['headers'],
  idempotencyKey: string | undefined,
): PreparedRequest {
  const search = new URLSearchParams(query).toString();
  return {
    method,
    url: settings.baseUrl + expandPath(path, params) + (search && `?${search}`),
    headers: {
      ...settings.headers,
      ...Object.fromEntries(headerEntries(headers)),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: json,
  };
}

function preparedBody(
  endpoint: Endpoint,
  body: unknown,
  extraBody: PostOptions['extraBody'],
): SerializedBody {
  const isMerged = extraBody !== undefined && (body === undefined || isRecord(body));
  const whole = isMerged ? { ...body, ...extraBody } : body;
  if (endpoint.method === 'GET' && whole !== undefined) {
    const path = body === undefined ? 'extraBody' : 'body';
    return { issues: [{ path, message: 'is not allowed with GET' }] };
  }
  const isOptional = endpoint.responseKind === 'anything' || endpoint.body === undefined;
  return whole === undefined && isOptional ? { issues: [] } : serializeBody(whole);
}

/** Throws if there are issues. Reports the first issue of each path, because rules are more specific than the checks after them. */
function rejectIssues(endpoint: Endpoint, issues: readonly Issue[]): void {
  if (issues.length === 0) return;
  const first = new Map<string, Issue>();
  for (const issue of issues) if (!first.has(issue.path)) first.set(issue.path, issue);
  throw new RequestValidationError(notSentMessage(endpoint), [...first.values()]);
}
