import type { Issue } from '../errors/issue.js';
import { RequestValidationError } from '../errors/request-validation-error.js';
import { isPlain, isRecord } from '../json.js';
import type { CallInput, Endpoint, Operation } from './operation.js';
import { type SerializedBody, serializeBody } from './serialize-body.js';

/** Checks a body that is sent later as the call will. @throws {@link RequestValidationError} @param what - what does not happen otherwise */
export function assertBody(what: string, operation: Operation, body: unknown): void {
  const { issues, parsedBody } = prepareBody(operation, body, undefined);
  rejectIssues(what, issues.length > 0 ? issues : checkRules(operation, { body }, {}, parsedBody));
}

/** Serializes the body of a call, with the fields of the option `extraBody`. Finds fields that are options. */
export function prepareBody(
  endpoint: Endpoint,
  body: unknown,
  extraBody: Readonly<Record<string, unknown>> | undefined,
): SerializedBody {
  const extra = Object.entries(extraBody ?? {}).filter(([, value]) => value !== undefined);
  const isMerged = extraBody !== undefined && (body === undefined || isPlain(body));
  const whole = isMerged ? { ...body, ...Object.fromEntries(extra) } : body;
  if (endpoint.method === 'GET' && body !== undefined)
    return { issues: [{ path: 'body', message: 'is not allowed with GET' }] };
  const isOptional = endpoint.responseKind === 'anything' || endpoint.body === undefined;
  if (whole === undefined && isOptional) return { issues: [] };
  const issues = [
    ...(isRecord(body) ? misplacedOptions(body) : []),
    ...misplacedKeys('extraBody', Object.fromEntries(extra)),
  ];
  return issues.length > 0 ? { issues } : serializeBody(whole);
}

/** Finds options in a body, where the API would ignore them. */
function misplacedOptions(body: Readonly<Record<string, unknown>>): Issue[] {
  const isOption = (name: string) => ['signal', 'maxRetries', 'extraBody'].includes(name) || isKeyName(name);
  return Object.keys(body)
    .filter((name) => body[name] !== undefined && isOption(name))
    .map(misplaced);
}

/** Finds idempotency keys in an option that can otherwise pass fields of any name. */
export function misplacedKeys(option: string, fields: object): Issue[] {
  return Object.keys(fields)
    .filter(isKeyName)
    .map((name) => misplaced(`${option}.${name}`));
}

function isKeyName(name: string): boolean {
  return name.replaceAll(/[-_]/g, '').toLowerCase() === 'idempotencykey';
}

function misplaced(path: string): Issue {
  return { path, message: 'is an option: pass it in the last argument' };
}

/** Checks the query and body, as they will be sent, against the rules of the API specification. */
export function checkRules(
  endpoint: Endpoint,
  input: CallInput,
  query: Readonly<Record<string, string>>,
  body: Readonly<Record<string, unknown>> | undefined,
): Issue[] {
  const typed = { ...input.query, ...(isRecord(input.body) ? input.body : {}) };
  const rules = endpoint.responseKind === 'anything' ? [] : (endpoint.rules ?? []);
  return rules.flatMap((rule) => rule({ query, body, typed }));
}

/** Throws if there are issues. Reports the first issue of each path, because rules are more specific than the checks after them. */
export function rejectIssues(what: string, issues: readonly Issue[]): void {
  if (issues.length === 0) return;
  const first = new Map<string, Issue>();
  for (const issue of issues) if (!first.has(issue.path)) first.set(issue.path, issue);
  throw new RequestValidationError(what, [...first.values()]);
}
