import { type Issue, joinPath, redactKey } from '../errors/issue.js';
import { isRecord } from '../json.js';

/** A request body as JSON, and the object that this JSON describes. Both are missing if there are issues, or no body. */
export interface SerializedBody {
  readonly json?: string;
  readonly parsedBody?: Readonly<Record<string, unknown>>;
  readonly issues: readonly Issue[];
  /** The path of the first number with a rounding error, such as 0.1 + 0.2. */
  readonly inexact?: string | undefined;
}

/**
 * Serializes a request body once, so that every attempt sends the same text. Reports values that JSON cannot represent, because
 * `JSON.stringify` silently writes NaN, holes and invalid dates as `null`, and a Map as `{}`.
 */
export function serializeBody(body: unknown): SerializedBody {
  const issues: Issue[] = [];
  let inexact: string | undefined;
  /** Where each object is: its holder, and its key there. */
  const places = new WeakMap<object, readonly [holder: object, key: string]>();

  function check(this: object, key: string, value: unknown): unknown {
    // `value` is what toJSON returned. The holder has the value that the caller passed.
    const message = problemOf(Reflect.get(this, key), value, Array.isArray(this));
    if (message) issues.push({ path: pathOf(this, key), message });
    if (isInexact(value)) inexact ??= pathOf(this, key);
    if (typeof value === 'object' && value !== null) places.set(value, [this, key]);
    return message ? null : value;
  }

  function pathOf(holder: object, key: string): string {
    const place = places.get(holder);
    // Only the holder of the body itself has no place.
    return place ? joinPath(pathOf(...place), Array.isArray(holder) ? key : redactKey(key)) : '';
  }

  try {
    const json: string | undefined = JSON.stringify(body, check);
    if (issues.length > 0) return { issues };
    const parsedBody: unknown = json === undefined ? undefined : JSON.parse(json);
    if (json !== undefined && isRecord(parsedBody)) return { json, parsedBody, issues, inexact };
    return { issues: [{ path: '', message: 'the body must be an object' }] };
  } catch {
    const message =
      'cannot be written as JSON: it has a cycle, is nested too deeply, or one of its getters throws';
    return { issues: [{ path: '', message: `the body ${message}` }] };
  }
}

/** Returns whether a number has more than 15 digits, which none has that was written as a decimal. */
function isInexact(value: unknown): boolean {
  return typeof value === 'number' && !Number.isInteger(value) && Number(value.toPrecision(15)) !== value;
}

function problemOf(given: unknown, value: unknown, isInList: boolean): string | undefined {
  if (given instanceof Date) return Number.isNaN(given.getTime()) ? 'must be a valid Date' : undefined;
  if (typeof value === 'number' && !Number.isFinite(value)) return 'must be a finite number';
  if (typeof value === 'bigint') return 'must be a number or a string, not a bigint';
  if (isInList && ['undefined', 'function', 'symbol'].includes(typeof value)) return 'must be a JSON value';
  if (typeof value !== 'object' || value === null) return undefined;
  if (ArrayBuffer.isView(given)) return 'must not be binary data';
  if ('then' in value && typeof value.then === 'function') return 'must not be a promise; await it';
  // Such as [object Map], which JSON would write as {}.
  return jsonTags.has(Object.prototype.toString.call(value))
    ? undefined
    : 'must be a plain object or an array';
}

const jsonTags = new Set(
  ['Object', 'Array', 'String', 'Number', 'Boolean'].map((name) => `[object ${name}]`),
);
