import { joinPath, redactKey } from '../../errors/issue.js';
import { isRecord } from '../../json.js';
import type { CallContext } from '../call-context.js';
import type { ReadResponse } from './read-response.js';

/** No entity is nested deeper. */
const maxDepth = 10;

/** Warns of integers above 2^53 in a response, because `JSON.parse` has changed them to a neighbour without a word. */
export function warnOfUnsafeIntegers(
  { endpoint, settings }: CallContext,
  { text, data }: ReadResponse,
): void {
  // Few responses have a number of 16 digits.
  if (!/\d{16}/.test(text)) return;
  const isPage = endpoint.responseKind !== 'anything' && endpoint.responseKind !== 'one';
  const records = isPage && isRecord(data) ? data.items : data;
  for (const path of new Set(pathsIn(records, '', 0))) {
    settings.reporter.warn(
      `integer:${endpoint.id} ${path}`,
      `The response of ${endpoint.id} has an integer above 2^53 at ${path || 'its root'}, whose last digits JavaScript changes. If you need them, read \`text\` of outlet.request(…).withResponse().`,
    );
  }
}

function* pathsIn(value: unknown, path: string, depth: number): Generator<string> {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) yield path;
  if (depth > maxDepth) return;
  if (Array.isArray(value)) for (const entry of value) yield* pathsIn(entry, `${path}[]`, depth + 1);
  else if (isRecord(value))
    for (const [key, entry] of Object.entries(value))
      yield* pathsIn(entry, joinPath(path, redactKey(key)), depth + 1);
}
