import { setTimeout as sleep } from 'node:timers/promises';
import { CallError } from 'outlet-open-api';

/** How an operation ended for its caller. */
export type Ended =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: CallError }
  /** With the reason of the caller's own signal. */
  | { readonly kind: 'aborted' }
  /** With what is neither. */
  | { readonly kind: 'untyped'; readonly error: unknown }
  | { readonly kind: 'never' };

/** Longer than any operation takes. Milliseconds. */
const never = 60_000;

/** Waits until an operation has ended. */
export async function endOf(operation: PromiseLike<unknown>, signal: AbortSignal): Promise<Ended> {
  const patience = new AbortController();
  const end = operation.then(
    (value): Ended => ({ kind: 'result', value }),
    (error: unknown): Ended => {
      if (signal.aborted && error === signal.reason) return { kind: 'aborted' };
      return error instanceof CallError ? { kind: 'error', error } : { kind: 'untyped', error };
    },
  );
  try {
    return await Promise.race([end, sleep(never, { kind: 'never' } as const, { signal: patience.signal })]);
  } finally {
    patience.abort();
  }
}

/** What a caller knows about the effect of an operation with this outcome. */
export function effectOf(ended: Ended): 'performed' | 'untouched' | 'unknown' {
  if (ended.kind === 'result') return 'performed';
  if (ended.kind !== 'error') return 'unknown';
  const { outcome } = ended.error;
  return outcome === 'performed' || outcome === 'unknown' ? outcome : 'untouched';
}

/** A short text for the report. */
export function nameOf(ended: Ended): string {
  switch (ended.kind) {
    case 'error':
      return `${ended.error.constructor.name}, ${ended.error.outcome}`;
    case 'untyped':
      return `untyped: ${String(ended.error)}`;
    default:
      return ended.kind;
  }
}
