import type { Issue } from '../errors/issue.js';
import { shownKey } from '../errors/shown-key.js';
import { isRecord } from '../records.js';
import { deepestNesting } from './nesting.js';

/** The body with the fields that are not typed. */
export function withExtraFields(
  body: unknown,
  extra: Readonly<Record<string, unknown>> | undefined,
): unknown {
  return extra === undefined ? body : { ...(isRecord(body) ? body : {}), ...extra };
}

/**
 * Finds what JSON cannot carry. `JSON.stringify` would turn an amount of `NaN` and an invalid `Date` into `null`, and throw
 * at a cycle or a bigint with a message that names no field.
 */
export function unwritableValues(body: unknown): Issue[] {
  return body === undefined ? [] : inspect(body, { path: '', ancestors: [], count: { values: 0 } });
}

/** Where a value stands, and how many have been looked at so far: what holds one thing twice, again and again, has no end. */
interface Place {
  readonly path: string;
  readonly ancestors: readonly object[];
  readonly count: { values: number };
}

const mostValues = 1_000_000;

/** What writes itself, such as a decimal, is looked at as it is written, and not at what it is made of. */
function inspect(value: unknown, place: Place): Issue[] {
  const { path, count } = place;
  count.values += 1;
  if (count.values > mostValues) {
    return count.values === mostValues + 1
      ? [{ path, message: `is one value of more than ${mostValues}` }]
      : [];
  }
  if (!writesItself(value)) return inspectWritten(value, place);
  let written: unknown;
  try {
    written = value.toJSON();
  } catch {
    return [{ path, message: 'cannot be written: its toJSON threw' }];
  }
  return inspectWritten(written, place);
}

/** A `Date` that is invalid would write itself as `null`. */
function writesItself(value: unknown): value is { toJSON(): unknown } {
  const isObject = typeof value === 'object' && value !== null && !(value instanceof Date);
  return isObject && 'toJSON' in value && typeof value.toJSON === 'function';
}

function inspectWritten(value: unknown, { path, ancestors, count }: Place): Issue[] {
  if (typeof value === 'number' && !Number.isFinite(value))
    return [{ path, message: 'must be a finite number' }];
  if (typeof value === 'bigint') return [{ path, message: 'must be a number or a string, not a bigint' }];
  if (path === '' && isLeftOut(value)) return [{ path, message: 'the body must be JSON' }];
  if (typeof value !== 'object' || value === null) return [];
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? [{ path, message: 'must be a valid Date' }] : [];
  if (ancestors.includes(value)) return [{ path, message: 'must not contain itself' }];
  if (ancestors.length >= deepestNesting)
    return [
      { path: path.slice(0, deepestNesting), message: `is nested deeper than ${deepestNesting} levels` },
    ];
  if (isEmptyInJson(value))
    return [
      { path, message: 'is nothing that JSON can carry: was it awaited, or copied into a plain object?' },
    ];
  if (Array.isArray(value) && value.some(isLeftOut))
    return [{ path, message: 'lists what JSON would make null' }];
  const within = [...ancestors, value];
  return Object.entries(value).flatMap(([key, entry]) => {
    const step = Array.isArray(value) ? `${path}[${key}]` : pathBelow(path, shownKey(key));
    return inspect(entry, { path: step, ancestors: within, count });
  });
}

/** What `JSON.stringify` leaves out of objects, and makes `null` of in lists. */
function isLeftOut(value: unknown): boolean {
  return ['function', 'symbol', 'undefined'].includes(typeof value);
}

const emptyKinds = new Set(
  'Map Set WeakMap WeakSet Promise RegExp ArrayBuffer Headers FormData Blob File URLSearchParams Error'.split(
    ' ',
  ),
);

/** Objects that `JSON.stringify` writes as `{}`, whatever they hold. */
function isEmptyInJson(value: object): boolean {
  const kind = Object.prototype.toString.call(value).slice('[object '.length, -1);
  return emptyKinds.has(kind);
}

function pathBelow(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
