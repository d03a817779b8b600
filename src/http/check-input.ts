import { InvalidRequestError } from '../errors/invalid-request-error.js';
import type { Issue } from '../errors/issue.js';
import { shownKey } from '../errors/shown-key.js';
import type { Operation } from '../operations/operation.js';
import { checkParams, expandPath } from '../operations/paths.js';
import type { UncheckedInput } from '../operations/rules.js';
import { isRecord } from '../records.js';
import { checkOptions } from './check-options.js';
import { checkPath } from './check-path.js';
import { type Endpoint, methods, type UnknownEndpoint } from './endpoint.js';
import { unwritableValues } from './json-body.js';
import type { Taken, TakenInput } from './take-input.js';

/** Step 1: holds the input against the rules that the specification states, before anything is sent. */
export function checkInput({ endpoint, input, options }: Taken): void {
  const { params, query, body } = input;
  const issues = [
    ...(endpoint.answer === 'anything'
      ? checkEndpoint(endpoint, params)
      : checkOperation(endpoint, params, { query, body })),
    ...checkQuery(query),
    ...checkBody(endpoint, body),
    ...checkOptions(endpoint.method, options),
  ];
  if (issues.length > 0) {
    throw new InvalidRequestError(refusalOf(endpoint), oneForEach(issues));
  }
}

/** A path of the caller's own can hold anything, and one that is refused may hold a guest's data. */
export function refusalOf({ method, path, answer }: Endpoint): string {
  return answer === 'anything' ? 'The request was not sent' : `${method} ${path} was not sent`;
}

/** A rule says better what is wrong with a field than the general checks after it. */
function oneForEach(issues: readonly Issue[]): Issue[] {
  const first = new Map<string, Issue>();
  for (const issue of issues) if (!first.has(issue.path)) first.set(issue.path, issue);
  return [...first.values()];
}

function checkOperation(endpoint: Operation, params: TakenInput['params'], input: UncheckedInput): Issue[] {
  return [
    ...checkParams(endpoint.path, params),
    ...(endpoint.body && !isRecord(input.body) ? [{ path: '', message: 'the body must be an object' }] : []),
    ...(endpoint.rules ?? []).flatMap((rule) => rule(input)),
  ];
}

function checkEndpoint({ method, path }: UnknownEndpoint, params: TakenInput['params']): Issue[] {
  const isMethod = methods.includes(method);
  return [
    ...(isMethod ? [] : [{ path: 'method', message: `must be one of ${methods.join(', ')}` }]),
    ...checkAddress(path, params),
  ];
}

function checkAddress(path: string, params: TakenInput['params']): Issue[] {
  const issues = checkPath(path);
  if (issues.length > 0) return issues;
  const paramIssues = checkParams(path, params);
  // With what stands beside it, a parameter can make a dot segment: `/%2{half}`.
  return paramIssues.length > 0 ? paramIssues : checkPath(expandPath(path, params));
}

function checkQuery(query: Readonly<Record<string, unknown>>): Issue[] {
  return [
    ...Object.entries(query).flatMap(([name, value]) => checkParameter(name, value)),
    ...unwritableValues(query),
  ];
}

/** An empty list, or one of nothing, would be left out, and so ask for everything. */
function checkParameter(name: string, value: unknown): Issue[] {
  const path = shownKey(name);
  if (Array.isArray(value)) {
    if (value.length === 0) return [{ path, message: 'must name at least one value, or be left out' }];
    return value.every((entry) => entry !== '' && isScalar(entry))
      ? []
      : [{ path, message: 'must list texts or numbers' }];
  }
  const isGiven = value !== undefined && value !== null && !(value instanceof Date);
  return isGiven && !isScalar(value) ? [{ path, message: 'must be text, a number, a Date, or a list' }] : [];
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function checkBody({ method }: Endpoint, body: unknown): Issue[] {
  return method === 'GET' && body !== undefined
    ? [{ path: 'body', message: 'cannot go with GET' }]
    : unwritableValues(body);
}
