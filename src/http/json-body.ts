import type { InputIssue } from '../errors/invalid-request-error.js';
import { isRecord } from '../records.js';

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
export function unwritableValues(body: unknown): InputIssue[] {
  return inspect(body, '', []);
}

const deepest = 100;

function inspect(value: unknown, path: string, ancestors: readonly object[]): InputIssue[] {
  if (typeof value === 'number' && !Number.isFinite(value))
    return [{ path, message: 'must be a finite number' }];
  if (typeof value === 'bigint') return [{ path, message: 'must be a number or a string, not a bigint' }];
  if (typeof value !== 'object' || value === null) return [];
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? [{ path, message: 'must be a valid Date' }] : [];
  if (ancestors.includes(value)) return [{ path, message: 'must not contain itself' }];
  if (ancestors.length > deepest) return [{ path: path.slice(0, deepest), message: 'is nested too deeply' }];
  const within = [...ancestors, value];
  // What writes itself, such as a decimal, is looked at as it is written, and not at what it is made of.
  if ('toJSON' in value && typeof value.toJSON === 'function') return inspect(value.toJSON(), path, within);
  return Object.entries(value).flatMap(([key, entry]) =>
    inspect(entry, Array.isArray(value) ? `${path}[${key}]` : (path && `${path}.${key}`) || key, within),
  );
}
