import { isPlain } from '../json.js';

/**
 * Returns the entries of a plain object, or of an iterable of pairs, such as a `Map` or the `Headers` of any package. Returns `undefined`
 * for everything else, such as a promise, whose own properties say nothing.
 */
export function entriesOf(value: unknown): readonly (readonly [name: string, value: unknown])[] | undefined {
  if (isIterable(value)) {
    const pairs = [...value];
    return pairs.every(isPair) ? pairs : undefined;
  }
  return isPlain(value) ? Object.entries(value) : undefined;
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

function isPair(value: unknown): value is [string, unknown] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string';
}
