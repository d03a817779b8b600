import pRetry, { type RetryContext } from 'p-retry';
import { sleep } from '../../cancellation.js';
import { AuthenticationError, RateLimitError } from '../../errors/api-errors.js';
import { CallError } from '../../errors/call-error.js';
import type { CallContext } from '../call-context.js';
import { mayRetry, minPause, waitAfter } from '../outcomes.js';

/** Pauses between attempts, in milliseconds: exponential, each times 1 to 2 at random. */
const backoff = { minTimeout: minPause, factor: 2, maxTimeout: 8_000, randomize: true } as const;

/** Sends the request until it succeeds, or `outcomes.ts` allows no retry. */
export async function retry<T>(call: CallContext, attempt: () => Promise<T>): Promise<T> {
  const { cancellation } = call;
  cancellation.throwIfAborted();
  try {
    return await attempt();
  } catch (error) {
    if (cancellation.aborted) throw error;
    return retryAfter(error, call, attempt);
  }
}

/** Retries a call whose first attempt has failed. p-retry is not used before, because each call would pay for its signal. */
function retryAfter<T>(firstError: unknown, call: CallContext, attempt: () => Promise<T>): Promise<T> {
  const { cancellation, maxRetries, settings } = call;
  const canGetToken = typeof settings.accessToken === 'function';
  let unauthorized = 0;
  let rateLimitedSince: number | undefined;

  // In an outage, the breaker decides when the call is sent again.
  const hasOutage = () => call.breaker?.isOpen ?? false;

  function shouldRetry({ error, retriesConsumed: retries }: RetryContext): boolean {
    const now = performance.now();
    if (error instanceof AuthenticationError) unauthorized += 1;
    rateLimitedSince = error instanceof RateLimitError ? (rateLimitedSince ?? now) : undefined;
    if (cancellation.aborted || !(error instanceof CallError)) return false;
    const rateLimitedFor = now - (rateLimitedSince ?? now);
    const { timeLeft } = cancellation;
    const isHeld = hasOutage() && call.priority === 'background';
    const tries = { retries, maxRetries, canGetToken, unauthorized, rateLimitedFor, timeLeft, isHeld };
    if (!mayRetry(error, tries)) return false;
    call.backoffSince = now;
    return true;
  }

  return new Promise((resolve, reject) => {
    const run = async (number: number) => {
      if (number === 1) throw firstError;
      const wait = hasOutage() ? 0 : waitAfter(call.lastError);
      if (wait > 0) await sleep(wait, cancellation);
      // p-retry rejects if its signal aborts during a success, but a response that was read completely counts.
      resolve(await attempt());
    };
    pRetry(run, {
      ...backoff,
      signal: cancellation.signal,
      // p-retry would end with the last retry even if a 429 or a 401 consumes none, so `mayRetry` counts.
      retries: Number.POSITIVE_INFINITY,
      shouldConsumeRetry: ({ error }) =>
        !(error instanceof RateLimitError || error instanceof AuthenticationError || hasOutage()),
      shouldRetry,
    }).catch(reject);
  });
}
