import { isRecord } from '../json.js';
import { joinPath } from './issue.js';

/** Keys with which findings name their field. */
export const placeKeys = ['field', 'path', 'property', 'param'];

/**
 * Returns the messages in the `errors` of an error body by field path, such as `items[0].quantity`. Messages that belong to no
 * field have the empty path. The API specification does not define the shape of `errors`. The function reads strings, findings
 * with a field and a `message`, maps from fields to strings, and lists of these.
 */
export function fieldErrorsIn(errors: unknown): Record<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [path, text] of findingsIn(errors, '')) {
    const texts = found.get(path);
    if (texts) texts.push(text);
    else found.set(path, [text]);
  }
  // `fromEntries` defines properties, so a field named `__proto__` is harmless.
  return Object.fromEntries(found);
}

function* findingsIn(errors: unknown, path: string): Generator<readonly [path: string, text: string]> {
  if (typeof errors === 'string') yield [path, errors];
  else if (Array.isArray(errors)) for (const entry of errors) yield* findingsIn(entry, path);
  else if (isRecord(errors) && typeof errors.message === 'string') {
    yield [placeKeys.map((key) => errors[key]).find(isPlace) ?? path, errors.message];
  } else if (isRecord(errors)) {
    for (const [name, entry] of Object.entries(errors)) yield* findingsIn(entry, joinPath(path, name));
  }
}

function isPlace(value: unknown): value is string {
  return typeof value === 'string';
}
