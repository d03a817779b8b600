import { type Issue, redactKey } from '../../errors/issue.js';
import { formatInstant, parseInstant } from '../../instants.js';
import { type CallInput, type Endpoint, methods } from '../../operations/operation.js';
import { checkParams, checkRawPath } from '../../operations/paths.js';
import { isRecord } from '../../records.js';

/** Checks the path parameters of an operation, or method and path of a raw request. */
export function checkEndpoint(endpoint: Endpoint, params: Readonly<Record<string, string>>): Issue[] {
  if (endpoint.responseKind !== 'anything') return checkParams(endpoint.path, params);
  const isMethod = methods.includes(endpoint.method);
  return [
    ...(isMethod ? [] : [{ path: 'method', message: `must be one of ${methods.join(', ')}` }]),
    ...checkRawPath(endpoint.path, params),
  ];
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

/** Converts query values to text. A value that cannot be converted is reported and left out. */
export function queryTexts(query: object | undefined): {
  readonly texts: Record<string, string>;
  readonly issues: Issue[];
} {
  const texts: Record<string, string> = {};
  const issues: Issue[] = [];
  // URLSearchParams has no own properties, so a spread would silently send no parameter at all.
  const entries = query instanceof URLSearchParams ? [...query] : Object.entries(query ?? {});
  for (const [name, value] of entries) {
    if (value === undefined || value === null) continue;
    const text = queryText(value);
    if (text !== undefined) texts[name] = text;
    else issues.push({ path: redactKey(name), message: problemOf(value) });
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
