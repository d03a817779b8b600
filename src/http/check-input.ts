import { validate as isUuid, version as uuidVersion } from 'uuid';
import { type InputIssue, InvalidRequestError } from '../errors/invalid-request-error.js';
import type { Operation } from '../operations/operation.js';
import { checkParams } from '../operations/paths.js';
import type { UncheckedInput } from '../operations/rules.js';
import { isRecord } from '../records.js';
import { checkPath } from './check-path.js';
import { type CallInput, type Endpoint, methods, type UnknownEndpoint } from './endpoint.js';
import { unwritableValues, withExtraFields } from './json-body.js';
import type { PostOptions } from './options.js';

/** Step 1: holds the input against the rules that the specification states, before anything is sent. */
export function checkInput(endpoint: Endpoint, input: CallInput, options: PostOptions): void {
  const query = { ...input.query, ...options.query };
  const body = withExtraFields(input.body, options.extraBody);
  const issues = [
    ...(endpoint.answer === 'anything'
      ? checkEndpoint(endpoint)
      : checkOperation(endpoint, input.params, { query, body })),
    ...unwritableValues(endpoint.answer === 'anything' ? query : options.query),
    ...checkBody(endpoint, body),
    ...checkOptions(endpoint, options),
  ];
  if (issues.length > 0)
    throw new InvalidRequestError(`${endpoint.method} ${endpoint.path} was not sent`, issues);
}

function checkOperation(
  endpoint: Operation,
  params: CallInput['params'],
  input: UncheckedInput,
): InputIssue[] {
  return [
    ...checkParams(endpoint.path, params ?? {}),
    ...(endpoint.body && !isRecord(input.body) ? [{ path: '', message: 'the body must be an object' }] : []),
    ...(endpoint.rules ?? []).flatMap((rule) => rule(input)),
  ];
}

function checkEndpoint({ method, path }: UnknownEndpoint): InputIssue[] {
  const isMethod = methods.includes(method);
  return [
    ...(isMethod ? [] : [{ path: 'method', message: `must be one of ${methods.join(', ')}` }]),
    ...checkPath(path),
  ];
}

function checkBody({ method }: Endpoint, body: unknown): InputIssue[] {
  return method === 'GET' && body !== undefined
    ? [{ path: 'body', message: 'cannot go with GET' }]
    : unwritableValues(body);
}

function checkOptions({ method }: Endpoint, options: PostOptions): InputIssue[] {
  return [
    ...checkIdempotencyKey(method, options.idempotencyKey),
    ...checkTime('timeout', options.timeout),
    ...checkTime('deadline', options.deadline),
    ...checkRetries(options.maxRetries),
    ...checkPriority(options.priority),
    ...Object.keys(options.headers ?? {}).flatMap((name) => checkHeader(name, options.headers?.[name])),
  ];
}

function checkIdempotencyKey(method: string, key: unknown): InputIssue[] {
  const path = 'idempotencyKey';
  if (key === undefined) return [];
  if (method !== 'POST') return [{ path, message: `goes with POST only, and this is a ${method}` }];
  const isVersion4 = typeof key === 'string' && isUuid(key) && uuidVersion(key) === 4;
  return isVersion4 ? [] : [{ path, message: 'must be a UUID v4' }];
}

/** A time option: a positive number of milliseconds, or `Infinity`. */
export function checkTime(path: string, value: unknown): InputIssue[] {
  const isTime = value === undefined || (typeof value === 'number' && value > 0);
  return isTime ? [] : [{ path, message: 'must be a positive number of milliseconds, or Infinity' }];
}

/** How often a call may be tried again. */
export function checkRetries(value: unknown): InputIssue[] {
  const isCount = value === undefined || (Number.isInteger(value) && Number(value) >= 0);
  return isCount ? [] : [{ path: 'maxRetries', message: 'must be a whole number from 0 up' }];
}

function checkPriority(value: unknown): InputIssue[] {
  const isPriority = value === undefined || value === 'interactive' || value === 'background';
  return isPriority ? [] : [{ path: 'priority', message: 'must be interactive or background' }];
}

const reservedHeaders: Readonly<Record<string, string>> = {
  authorization: 'is set from accessToken',
  'idempotency-key': 'is set from the option idempotencyKey',
  'content-type': 'is always application/json',
};

function checkHeader(name: string, value: unknown): InputIssue[] {
  const path = `headers.${name}`;
  const reserved = reservedHeaders[name.toLowerCase()];
  if (reserved !== undefined) return [{ path, message: `${reserved} and cannot be given` }];
  try {
    new Headers([[name, String(value)]]);
    return [];
  } catch {
    return [{ path, message: 'is no valid header' }];
  }
}
