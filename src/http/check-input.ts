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
  return issues.filter(({ path }, index) => issues.findIndex((issue) => issue.path === path) === index);
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

/** An empty list would be left out, and so ask for everything. */
function checkQuery(query: Readonly<Record<string, unknown>>): Issue[] {
  const emptyLists = Object.keys(query).filter(
    (name) => Array.isArray(query[name]) && query[name].length === 0,
  );
  return [
    ...emptyLists.map((name) => ({
      path: shownKey(name),
      message: 'must name at least one value, or be left out',
    })),
    ...unwritableValues(query),
  ];
}

function checkBody({ method }: Endpoint, body: unknown): Issue[] {
  return method === 'GET' && body !== undefined
    ? [{ path: 'body', message: 'cannot go with GET' }]
    : unwritableValues(body);
}
