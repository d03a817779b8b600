import { isRecord } from './records.js';

/** The result of a check: `true`, or the problem, such as `must be a function`. */
export type Verdict = true | string;

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

/** Returns whether a value can be used as an `AbortSignal`, including signals of another realm. */
export function isSignal(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.aborted === 'boolean' &&
    hasMethods(value, 'addEventListener', 'removeEventListener')
  );
}

export function checkFunction(value: unknown): Verdict {
  return typeof value === 'function' || 'must be a function';
}

/** Checks an optional function. */
export function checkCallback(value: unknown): Verdict {
  return value === undefined || checkFunction(value);
}

export function checkEach(values: object, check: (value: unknown) => Verdict, prefix = '') {
  const verdicts = Object.entries(values).map(([name, value]) => [`${prefix}${name}`, check(value)] as const);
  return Object.fromEntries(verdicts);
}
