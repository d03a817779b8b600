import type { Issue } from './errors/issue.js';
import { isRecord } from './records.js';

/** The option `signal`. A signal of another realm is one too. */
export function checkSignal(signal: unknown): Issue[] {
  if (signal === undefined) return [];
  const isSignal =
    isRecord(signal) &&
    typeof signal.aborted === 'boolean' &&
    typeof signal.addEventListener === 'function' &&
    typeof signal.removeEventListener === 'function';
  return isSignal ? [] : [{ path: 'signal', message: 'must be an AbortSignal' }];
}
