import { joinPath, redactKey } from '../../errors/issue.js';
import { isRecord } from '../../json.js';
import type { CallContext } from '../call-context.js';
import type { ReadResponse } from './read-response.js';

/** No entity is nested deeper. */
const maxDepth = 10;

/** Few responses have a number of 16 digits. V8 searches for `\d` 16 times twenty times faster than for `\d{16}`. */
const longNumber = new RegExp(String.raw`\d`.repeat(16));

/** How many fields the warning names. */
const maxNamed = 20;

/**
 * Warns of integers above 2^53 in a response, because `JSON.parse` has changed them without a word. Warns once for each operation, because
 * a stranger chooses the names of the fields.
 */
export function warnOfUnsafeIntegers(call: CallContext, { text, data }: ReadResponse): void {
  if (!longNumber.test(text)) return;
  const { endpoint, settings } = call;
  const isPage = endpoint.responseKind !== 'anything' && endpoint.responseKind !== 'one';
  const records = isPage && isRecord(data) ? data.items : data;
  const paths = new Set<string>();
  for (const path of pathsIn(records, '', 0)) if (paths.add(path).size === maxNamed) break;
  if (paths.size === 0) return;
  const places = call.redactor.tokens([...paths].map((path) => path || 'its root').join(', '));
  settings.reporter.warn(
    `integer:${endpoint.id}`,
    `The response of ${endpoint.id} has integers above 2^53, whose last digits JavaScript changes: ${places}. If you need them, read \`text\` of outlet.request(…).withResponse().`,
  );
}

function* pathsIn(value: unknown, path: string, depth: number): Generator<string> {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) yield path;
  if (depth > maxDepth) return;
  if (Array.isArray(value)) for (const entry of value) yield* pathsIn(entry, `${path}[]`, depth + 1);
  else if (isRecord(value))
    for (const [key, entry] of Object.entries(value))
      yield* pathsIn(entry, joinPath(path, redactKey(key)), depth + 1);
}
