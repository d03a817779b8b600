import { isShownValue } from './documented-fields.js';

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
export function maskFor(tokens: Iterable<string>, ...parts: readonly unknown[]): Mask {
  const carried = new Carried();
  for (const part of parts) carried.collect(part, '', 0);
  const forms = [...carried.values]
    .filter((value) => value.length >= 3)
    .sort((a, b) => b.length - a.length)
    .flatMap(writtenForms);
  const secrets = [...tokens].sort((a, b) => b.length - a.length);

  function text(original: string): string {
    if (carried.values.has(original.trim())) return placeholder;
    const withoutTokens = secrets.reduce((masked, token) => masked.replaceAll(token, placeholder), original);
    const folded = withoutTokens.toLowerCase();
    // One pattern of those that occur: a pattern of all values of a large body would be slow to make.
    const occurring = forms.filter((form) => folded.includes(form.toLowerCase()));
    const all = occurring.length > 0 ? [wholeWords(occurring), ...patterns] : patterns;
    return all.reduce((masked, pattern) => masked.replace(pattern, placeholder), withoutTokens);
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
      this.keys.add(key);
      this.collect(entry, key, depth + 1);
    }
  }

  #add(field: string, value: string): void {
    if (value !== '' && !isShownValue(field, value)) this.values.add(value);
  }
}

/** Of two values that begin alike, the first wins. */
function wholeWords(forms: readonly string[]): RegExp {
  // What is percent-encoded ends in a digit or letter, which begins no word: `%22`, and `%2522` where it was encoded twice.
  const begin = '(?:(?<![\\p{L}\\p{N}])|(?<=%(?:25)*[0-9a-f]{2}))';
  return new RegExp(`${begin}(?:${forms.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

/** A value as it stands in text, in an address, in an address within an address, in a form, and in JSON. */
function writtenForms(value: string): string[] {
  const encoded = encodeURIComponent(value.toWellFormed());
  const forms = [
    value,
    encoded,
    encodeURIComponent(encoded),
    new URLSearchParams([['', value]]).toString().slice(1),
    JSON.stringify(value).slice(1, -1),
  ];
  return [...new Set(forms)];
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
