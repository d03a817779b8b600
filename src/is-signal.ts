import { isRecord } from './records.js';

/** Whether a value can be used as an `AbortSignal`. One of another realm can, too. */
export function isSignal(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.aborted === 'boolean' &&
    typeof value.addEventListener === 'function' &&
    typeof value.removeEventListener === 'function'
  );
}
