import { isRecord } from './records.js';

/** Returns whether a value can be used as an `AbortSignal`, also one of another realm. */
export function isSignal(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.aborted === 'boolean' &&
    typeof value.addEventListener === 'function' &&
    typeof value.removeEventListener === 'function'
  );
}
