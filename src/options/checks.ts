import { maxTimerDelay } from '../cancellation.js';
import type { Verdict } from '../errors/issue.js';

/** Checks a value, such as that of an option. */
export type Check = (value: unknown) => Verdict;

/** Returns whether a value is a string with at least one character. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Returns whether a value is a whole number from 1 up. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

/** Returns whether a value has methods of these names. It can also be a function, such as a callable logger. */
export function hasMethods(value: unknown, ...names: PropertyKey[]): boolean {
  return names.every((name) => typeof Object(value)[name] === 'function');
}

/** Checks for an `AbortSignal`, which can be of another realm. */
export function checkSignal(value: unknown): Verdict {
  const isTarget = hasMethods(value, 'addEventListener', 'removeEventListener');
  return (isTarget && typeof Object(value).aborted === 'boolean') || 'must be an AbortSignal';
}

export function checkFunction(value: unknown): Verdict {
  return typeof value === 'function' || 'must be a function';
}

export function checkCount(value: unknown): Verdict {
  return isCount(value) || 'must be a whole number from 1 up';
}

/** Checks a limit that can be turned off. */
export function checkBound(value: unknown): Verdict {
  return (
    value === Number.POSITIVE_INFINITY || isCount(value) || 'must be a whole number from 1 up, or Infinity'
  );
}

export function checkText(value: unknown): Verdict {
  return isText(value) || 'must be a non-empty string';
}

export function checkFlag(value: unknown): Verdict {
  return typeof value === 'boolean' || 'must be true or false';
}

/** Returns a check for the values of an option that has only these. */
export function checkOneOf(...allowed: readonly unknown[]): Check {
  return (value) => allowed.includes(value) || `must be one of ${allowed.join(', ')}`;
}

/** Checks a value unless it is `undefined`. */
function checkOptional<Value>(value: Value, check: (value: Value) => Verdict): Verdict {
  return value === undefined || check(value);
}

/** Checks an optional function. */
export function checkCallback(value: unknown): Verdict {
  return checkOptional(value, checkFunction);
}

/** Checks a duration that a timer waits for. */
export function checkInterval(value: unknown): Verdict {
  const isInterval = typeof value === 'number' && value > 0 && value <= maxTimerDelay;
  return isInterval || 'must be a number of milliseconds above 0, at most 24.8 days';
}

export function checkDuration(value: unknown): Verdict {
  return (typeof value === 'number' && value > 0) || 'must be a positive number of milliseconds, or Infinity';
}
