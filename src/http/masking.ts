import { shownKey } from '../errors/shown-key.js';
import { isShownValue } from './documented-fields.js';
import { Echoes, namesIn } from './echoes.js';
import { isOrdinary } from './ordinary-words.js';

/** Hides what must not leave a call, wherever an answer brings it back. */
export interface Mask {
  text(text: string): string;
  /** Whether a text is the name of a field of the request. */
  isKey(text: string): boolean;
}

export const placeholder = '[masked]';
const deepest = 100;

/**
 * What secrets and guests' data look like that the request did not carry. None looks far ahead in vain from many places: a text of
 * a megabyte would then take an hour.
 */
const patterns = [
  // Any token of the service: the failure of a call may name one that was never sent.
  /\beyJ[\w-]+(?:\.[\w-]+)*/g,
  /(?<=\bbearer\s{1,9})[^\s"',;]+/gi,
  /[\p{L}\p{N}._%+'-]{1,64}(?:@|%40)[\p{L}\p{N}.-]+\.\p{L}{2,}/gu,
  // A phone number in international format.
  /(?<![\w.:+-])\+\d(?:[ ()./-]{0,2}\d){6,14}(?!\w)/g,
];

/** A mask for tokens, whatever else they stand in, and for the data that the parts of the request carry. */
export function maskFor(tokens: readonly string[], ...parts: readonly unknown[]): Mask {
  const carried = new Carried();
  for (const part of parts) carried.collect(part, '', 0);
  const values = new Set([...carried.values, ...tokens]);
  const echoes = new Echoes(values);
  const names = new Echoes([...carried.values].flatMap(namesIn));
  const secrets = tokens.flatMap((token) => [
    token,
    encodeURIComponent(token),
    btoa(token).replace(/=+$/, ''),
    // It may be cut; half of one is a secret still.
    ...(token.length >= 16 ? [token.slice(0, token.length / 2)] : []),
  ]);

  function text(original: string): string {
    if (values.has(original.trim())) return placeholder;
    const withoutTokens = secrets.reduce((masked, token) => masked.replaceAll(token, placeholder), original);
    const withoutValues = echoes.replaceIn(withoutTokens, placeholder);
    const withoutPatterns = patterns.reduce(
      (masked, pattern) => masked.replace(pattern, placeholder),
      withoutValues,
    );
    // Last, as a name within an address would be masked alone.
    return names.replaceIn(withoutPatterns, placeholder);
  }
  return { text, isKey: (name) => carried.keys.has(name) };
}

/** What stands in a request: its keys, and those of its values that must not be shown. */
class Carried {
  readonly keys = new Set<string>();
  readonly values = new Set<string>();

  collect(part: unknown, field: string, depth: number): void {
    if (depth > deepest) return;
    if (typeof part === 'string' || typeof part === 'number') this.#add(field, String(part).trim());
    if (typeof part !== 'object' || part === null) return;
    if (Array.isArray(part)) {
      for (const entry of part) this.collect(entry, field, depth + 1);
      return;
    }
    for (const [key, entry] of Object.entries(part)) {
      // A key can be data itself.
      if (shownKey(key) === key) this.keys.add(key);
      else this.#add('', key.trim());
      this.collect(entry, key, depth + 1);
    }
  }

  #add(field: string, value: string): void {
    const isQuantity = /^-?\d{1,5}(?:\.\d{1,2})?$/.test(value);
    if (value !== '' && !isQuantity && !isOrdinary(value) && !isShownValue(field, value))
      this.values.add(value);
  }
}
