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
  call.cancellation.throwIfAborted();
  try {
    // Most calls need one attempt. p-retry and the AbortSignal that it needs would add 5 % to the processor time of a call.
    return await attempt();
  } catch (error) {
    return retryFailed(call, error, attempt);
  }
}

function retryFailed<T>(call: CallContext, firstError: unknown, attempt: () => Promise<T>): Promise<T> {
  const { cancellation } = call;
  let rateLimitedSince: number | undefined;
  let unauthorized = 0;

  async function attemptAgain(): Promise<T> {
    const wait = waitAfter(call.lastError);
    if (wait > 0) await sleep(wait, cancellation);
    return attempt();
  }

  function canRetry({ error, retriesConsumed }: RetryContext): boolean {
    if (cancellation.aborted || !(error instanceof CallError)) return false;
    return mayRetry(error, {
      retries: retriesConsumed,
      maxRetries: call.maxRetries,
      canGetToken: typeof call.settings.accessToken === 'function',
      unauthorized,
      rateLimitedFor: rateLimitedSince === undefined ? 0 : performance.now() - rateLimitedSince,
      timeLeft: cancellation.timeLeft,
    });
  }

  return new Promise((resolve, reject) => {
    const run = async (attemptNumber: number) => {
      if (attemptNumber === 1) throw firstError;
      // p-retry checks its signal again after a success, but a response that was read completely counts.
      resolve(await attemptAgain());
    };
    pRetry(run, {
      ...backoff,
      // p-retry would end with the last retry even if a 429 or a 401 consumes none, so `shouldRetry` counts.
      retries: Number.POSITIVE_INFINITY,
      signal: cancellation.signal,
      onFailedAttempt: ({ error }) => {
        if (error instanceof AuthenticationError) unauthorized += 1;
        rateLimitedSince =
          error instanceof RateLimitError ? (rateLimitedSince ?? performance.now()) : undefined;
      },
      shouldConsumeRetry: ({ error }) =>
        !(error instanceof RateLimitError || error instanceof AuthenticationError),
      shouldRetry: (failure) => {
        if (!canRetry(failure)) return false;
        call.backoffSince = performance.now();
        return true;
      },
    }).catch(reject);
  });
}
