import { placeKeys, textKeys } from '../errors/field-errors.js';
import { isRecord } from '../records.js';
import { isDocumentedField } from './documented-fields.js';
import { type Mask, placeholder } from './masking.js';

/** Headers whose values an error shows: they speak of the answer, of the limit, and of the servers on the way. */
const shownHeaders = new Set([
  'age',
  'allow',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'retry-after',
  'server',
  'traceparent',
  'via',
  'x-idempotent-replay',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
]);

const deepest = 16;
const mostTexts = 1_000;
const longestMessage = 1_000;
/** Keys of a finding that say what is wrong. Under any other one, the value that is wrong can stand. */
const ruleKeys = new Set([
  ...textKeys,
  'allowed',
  'code',
  'constraints',
  'expected',
  'keyword',
  'limit',
  'max',
  'maximum',
  'min',
  'minimum',
  'rule',
  'status',
  'type',
]);

/** The headers of an answer, with the values of those that are known. */
export function maskedHeaders(headers: Headers, mask: Mask): Headers {
  const masked = new Headers();
  for (const [name, value] of headers) masked.append(name, maskedHeader(name, value, mask));
  return masked;
}

function maskedHeader(name: string, value: string, mask: Mask): string {
  if (name === 'location') return mask.text(originOf(value));
  return shownHeaders.has(name) ? mask.text(value) : placeholder;
}

/** Where a redirect leads, without the rest, which can repeat the request. */
function originOf(location: string): string {
  return URL.canParse(location) ? `${new URL(location).origin}/${placeholder}` : placeholder;
}

/** The message of an answer, masked before it is cut. */
export function maskedMessage(message: string, mask: Mask): string {
  const masked = mask.text(message);
  return masked.length > longestMessage ? `${masked.slice(0, longestMessage)}…` : masked;
}

/** The `errors` of an answer: shape and keys stay, as do the names of fields. */
export function maskedErrors(errors: unknown, mask: Mask): unknown {
  let texts = 0;

  function masked(value: unknown, depth: number): unknown {
    if (depth > deepest) return placeholder;
    if (Array.isArray(value)) return value.map((entry) => masked(entry, depth + 1));
    if (isRecord(value)) return maskedRecord(value, depth);
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    texts += 1;
    if (texts > mostTexts) return placeholder;
    const text = mask.text(String(value));
    return text === String(value) ? value : text;
  }

  function maskedRecord(record: Record<string, unknown>, depth: number): object {
    const isFinding = typeof record.message === 'string' || placeKeys.some((key) => key in record);
    const entries = Object.entries(record).map(([key, value]) => {
      const name = isPlace(key, mask) ? key : mask.text(key);
      if (placeKeys.includes(key) && isPlace(value, mask)) return [name, value];
      const isShown = !isFinding || ruleKeys.has(key) || placeKeys.includes(key);
      return [name, isShown ? masked(value, depth + 1) : hidden(value, depth + 1)];
    });
    return Object.fromEntries(entries);
  }

  return masked(errors, 0);
}

/** Keeps the shape of a value, and nothing of what stands in it. */
function hidden(value: unknown, depth: number): unknown {
  if (value === null || typeof value === 'boolean' || value === undefined) return value;
  if (depth > deepest || typeof value !== 'object') return placeholder;
  if (Array.isArray(value)) return value.map((entry) => hidden(entry, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, hidden(entry, depth + 1)]));
}

/** Whether it says where in the request something stands: `items[0].quantity`, `/items/0/quantity`, `['items', 0]`. */
function isPlace(value: unknown, mask: Mask): boolean {
  const text = Array.isArray(value) ? value.join('.') : String(value);
  const isName = (step: string) => /^\d{0,4}$/.test(step) || isDocumentedField(step) || mask.isKey(step);
  return text.split(/[.[\]/]+/).every(isName) || mask.text(text) === text;
}
