import { setTimeout as delay } from 'node:timers/promises';
import { CallError } from 'outlet-open-api';

/** Options of `repeatUntilKnown`. */
export interface RepeatOptions {
  /** Milliseconds between two calls. Default: 5,000. */
  readonly pause?: number;
  /** How often the call is repeated. Default: 10. */
  readonly maxRepeats?: number;
  /** Ends the pause. A running call continues, because aborting it would leave its outcome unknown. */
  readonly signal?: AbortSignal;
}

/**
 * Repeats a call while its outcome is unknown, or while it fails for a reason that passes. If the outcome is unknown, the API may
 * have performed the call. The repeat must therefore be the same call: a POST with the same body and idempotency key, or a PUT with
 * the same values.
 *
 * If the outcome stays unknown, rejects with the error of the call that may have been performed. A 401 or a 400 of a repeat says nothing
 * about it.
 *
 * The client already retries each call several times within seconds. This function covers longer outages.
 */
export async function repeatUntilKnown<T>(
  call: () => PromiseLike<T>,
  { pause = 5_000, maxRepeats = 10, signal }: RepeatOptions = {},
): Promise<T> {
  let unclear: CallError | undefined;
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.outcome === 'unknown') unclear ??= error;
      if (!canRepeat(error) || repeats === maxRepeats) {
        if (!unclear || error.outcome === 'performed') throw error;
        console.error(
          `ALERT: an earlier call may have been performed: look for its result. ${error.message}`,
        );
        throw unclear;
      }
      console.error(`${error.message} Repeating in ${pause / 1_000} seconds.`);
      await delay(pause, undefined, { signal });
    }
  }
}

/** Do not repeat a call that the API performed. One that it rejected fails again, unless the reason passes, as with a 429. */
function canRepeat({ outcome, isTransient }: CallError): boolean {
  return outcome === 'unknown' || isTransient;
}
