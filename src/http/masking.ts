import { placeKeys } from '../errors/field-errors.js';
import { isRecord } from '../records.js';

/** Hides the values that must not leave a call from whatever an answer or a failure brings back. */
export interface Mask {
  text(text: string): string;
  /** Texts and numbers at any depth; keys, and values that name a field, stay. */
  value(value: unknown): unknown;
}

const placeholder = '[masked]';
const personalField =
  /^(?:(?:customer|guest|first|last|full|middle)_?name|.*e-?mail.*|.*phone.*|.*mobile.*|note|comment|.*address.*|search)$/i;
/** What any token of the service looks like: the failure of a token function may name one that was never sent. */
const webToken = /\beyJ[\w-]+(?:\.[\w-]+)+/g;
const namesAField = new Set(placeKeys);
const deepest = 16;

/** A mask for the token, and for what the parts of the request carry of a guest. */
export function maskFor(token: string | undefined, ...parts: readonly unknown[]): Mask {
  const values = new Set(parts.flatMap((part) => personalTexts(part, 0)));
  const longest = [...values].filter((value) => value.length >= 3).sort((a, b) => b.length - a.length);
  const patterns = [
    webToken,
    ...(token ? [new RegExp(escaped(token), 'gu')] : []),
    ...(longest.length > 0 ? [wholeWords(longest)] : []),
  ];
  const text = (original: string) =>
    values.has(original.trim())
      ? placeholder
      : patterns.reduce((masked, pattern) => masked.replace(pattern, placeholder), original);
  return { text, value: (value) => mapTexts(value, text, 0) };
}

function personalTexts(part: unknown, depth: number): string[] {
  if (depth > deepest || typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([field, value]) =>
    personalField.test(field) ? textsIn(value, depth + 1) : personalTexts(value, depth + 1),
  );
}

function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value).trim()].filter(Boolean);
  if (depth > deepest || typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((entry) => textsIn(entry, depth + 1));
}

/** One pattern for all values, as it is slow to make; of two that begin alike, the first wins. */
function wholeWords(values: readonly string[]): RegExp {
  const forms = values.flatMap(writtenForms).map(escaped);
  // What is percent-encoded ends in a digit or letter, which begins no word: `%22`, and `%2522` where it was encoded twice.
  const begin = '(?:(?<![\\p{L}\\p{N}])|(?<=%(?:25)*[0-9a-f]{2}))';
  return new RegExp(`${begin}(?:${forms.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

/** A value as it stands in text, in an address, in an address within an address, in a form, and in JSON. */
function writtenForms(value: string): string[] {
  const encoded = encodeURIComponent(value.toWellFormed());
  return [
    value,
    encoded,
    encodeURIComponent(encoded),
    new URLSearchParams([['', value]]).toString().slice(1),
    JSON.stringify(value).slice(1, -1),
  ];
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function mapTexts(value: unknown, change: (text: string) => string, depth: number): unknown {
  if (depth > deepest) return placeholder;
  if (typeof value === 'string') return change(value);
  if (typeof value === 'number') return change(String(value)) === String(value) ? value : placeholder;
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      namesAField.has(key) ? entry : mapTexts(entry, change, depth + 1),
    ]),
  );
}
