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
const mostTexts = 2_000;
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
  const part = message.slice(0, 10 * longestMessage);
  const masked = mask.text(part);
  // The end of a part can be half of a value, which is not masked.
  const end = part === message ? masked.length : masked.length - longestMessage / 2;
  return Math.min(end, longestMessage) < masked.length
    ? `${masked.slice(0, Math.min(end, longestMessage))}…`
    : masked;
}

/** The `errors` of an answer: shape and keys stay, as do the names of fields. */
export function maskedErrors(errors: unknown, mask: Mask): unknown {
  return new ErrorsMask(mask).value(errors, true, 0);
}

class ErrorsMask {
  readonly #mask: Mask;
  #texts = 0;

  constructor(mask: Mask) {
    this.#mask = mask;
  }

  /** The value, or its shape alone where it is not shown. */
  value(value: unknown, isShown: boolean, depth: number): unknown {
    if (depth > deepest) return placeholder;
    if (Array.isArray(value)) return value.map((entry) => this.value(entry, isShown, depth + 1));
    if (isRecord(value)) return this.#record(value, isShown, depth);
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    const text = isShown ? this.#text(String(value)) : placeholder;
    return text === String(value) ? value : text;
  }

  #record(record: Record<string, unknown>, isShown: boolean, depth: number): object {
    const isFinding = typeof record.message === 'string' || placeKeys.some((key) => key in record);
    const entries = Object.entries(record).map(([key, value]) => {
      const name = this.#isPlace(key) ? key : this.#text(key);
      if (isShown && placeKeys.includes(key) && this.#isPlace(value)) return [name, value];
      const mayShow = isShown && (!isFinding || ruleKeys.has(key) || placeKeys.includes(key));
      return [name, this.value(value, mayShow, depth + 1)];
    });
    return Object.fromEntries(entries);
  }

  /** Whether it says where in the request something stands: `items[0].quantity`, `/items/0/quantity`, `['items', 0]`. */
  #isPlace(value: unknown): boolean {
    const steps: unknown[] = Array.isArray(value) ? value : [value];
    if (!steps.every((step) => typeof step === 'string' || typeof step === 'number')) return false;
    const text = steps.join('.');
    const isName = (step: string) =>
      /^\d{0,4}$/.test(step) || isDocumentedField(step) || this.#mask.isKey(step);
    return text.split(/[.[\]/]+/).every(isName) || this.#text(text) === text;
  }

  /** What stands behind so many texts is not looked at, and so not shown. */
  #text(text: string): string {
    this.#texts += 1;
    return this.#texts > mostTexts ? placeholder : this.#mask.text(text);
  }
}
