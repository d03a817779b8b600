import { inspect, isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { isRecord, parseJson } from '../../json.js';
import { operations } from '../../operations/index.js';
import { methods, type Operation } from '../../operations/operation.js';
import * as requestSchemas from '../../schemas/requests.js';
import type { ShownRequest } from './curl.js';

const schemas: Readonly<Record<string, z.core.$ZodType>> = requestSchemas;

/**
 * Returns a request as code of the SDK. A request that the types of its method do not allow becomes `outlet.request(…)`. Returns
 * `undefined` if the SDK cannot send the request. With `newKey`, the code leaves the idempotency key to the SDK.
 */
export function sdkCode(
  { method, path, headers, body: text }: ShownRequest & { readonly path: string },
  cursorParams: readonly string[],
  newKey = false,
): string | undefined {
  const url = new URL(path, 'http://outlet.example');
  const query = Object.fromEntries(url.searchParams);
  const body = parseJson(text);
  if (!methods.some((known) => known === method) || (text !== '' && !isRecord(body))) return undefined;
  // The client encodes IDs itself, and so cannot send a malformed path.
  if (!isWellFormed(url.pathname)) return undefined;
  const idempotencyKey = method === 'POST' && !newKey ? headers['idempotency-key'] : undefined;

  const operation = operations.find((candidate) => matches(candidate, method, url.pathname));
  // The client follows the pages itself.
  if (operation?.responseKind === 'pages') for (const name of cursorParams) delete query[name];
  const typedQuery = operation && typedPart(operation.query, query);
  if (!operation || !typedQuery || !isTyped(operation, body)) {
    const request = { method, path: url.pathname, query, body };
    return `await outlet.request(${list(withoutEmpty(request), withoutEmpty({ idempotencyKey }))});`;
  }
  const otherQuery = Object.fromEntries(Object.entries(query).filter(([name]) => !(name in typedQuery)));
  const options = withoutEmpty({ idempotencyKey, query: otherQuery });
  const call = `outlet.${operation.id}(${list(...idsIn(operation, url.pathname), withoutEmpty(typedQuery), body, options)})`;
  return operation.responseKind === 'pages'
    ? `for await (const entry of ${call}) console.log(entry);`
    : `await ${call};`;
}

function isWellFormed(path: string): boolean {
  try {
    return decodeURIComponent(path).isWellFormed();
  } catch {
    return false;
  }
}

function patternOf({ path }: Operation): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/, '([^/]+)')}$`);
}

/** `/orders/action-logs` and `/orders/import` come before `/orders/{orderId}`. */
function matches(operation: Operation, method: string, pathname: string): boolean {
  if (operation.method !== method || !patternOf(operation).test(pathname)) return false;
  return !operation.path.includes('{') || !operations.some(({ path }) => path === pathname);
}

function idsIn(operation: Operation, pathname: string): string[] {
  return (patternOf(operation).exec(pathname)?.slice(1) ?? []).map(decodeURIComponent);
}

/** Returns the parameters that the types of the method name; `undefined` if a value does not have its type. */
function typedPart(name: string | undefined, query: object): Readonly<Record<string, unknown>> | undefined {
  if (name === undefined) return {};
  const { success, data } = z.safeParse(schemas[`${name}Schema`] ?? z.never(), query);
  return success && isRecord(data) ? data : undefined;
}

/** Returns whether the types allow a body. Schemas remove the fields that they do not name. */
function isTyped({ body: name }: Operation, body: unknown): boolean {
  if (name === undefined || body === undefined) return name === undefined && body === undefined;
  const { success, data } = z.safeParse(schemas[`${name}Schema`] ?? z.never(), body);
  return success && isDeepStrictEqual(data, body);
}

function withoutEmpty(fields: Readonly<Record<string, unknown>>): object | undefined {
  const entries = Object.entries(fields).filter(
    ([, value]) => value !== undefined && !(isRecord(value) && Object.keys(value).length === 0),
  );
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Returns arguments as literals. */
function list(...values: readonly unknown[]): string {
  return values
    .filter((value) => value !== undefined)
    .map((value) =>
      inspect(value, { depth: null, breakLength: 80, maxArrayLength: null, maxStringLength: null }),
    )
    .join(', ');
}
