import { v5 as hashOf } from 'uuid';
import { RateLimitError } from '../../errors/api-errors.js';
import { ConnectionError, QueueFullError } from '../../errors/no-response-errors.js';
import { KeyLimiter } from '../../rate-limit/limiter.js';
import type { RateLimiter, RateLimitState, Turn } from '../../rate-limit/rate-limiter.js';
import { limiterFor } from '../../rate-limit/registry.js';
import { unlimited } from '../../rate-limit/unlimited.js';
import type { CallContext } from '../call-context.js';
import type { Settings } from '../settings.js';
import { redactedCause } from './connection-fault.js';
import { waitAfterRateLimit } from './retry.js';

/** The namespace of the hashes that identify keys. Any fixed UUID serves. */
const namespace = '5d7b1b9e-6a5c-4c0e-9d3c-3f6f0f0e8a11';

/** Shorter waits, in milliseconds, are not reported to hooks. */
const minReportedWait = 5;

/** Queues requests for the rate limiter of their key. */
export class RequestQueue {
  readonly #settings: Settings;
  /** The limiter of the latest token. The registry holds limiters weakly. */
  #current: { readonly token: string; readonly key: string; readonly limiter: RateLimiter } | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** The state of the rate limit of the latest token. */
  get state(): RateLimitState {
    const { accessToken, rateLimit } = this.#settings;
    const current = typeof accessToken === 'string' ? this.#limiterOf(accessToken) : this.#current;
    if (current) return current.limiter.state(current.key);
    const isBuiltIn = rateLimit === undefined || (rateLimit !== false && !('take' in rateLimit));
    return isBuiltIn ? new KeyLimiter().forClients(rateLimit).state() : unlimited.state('');
  }

  /** Waits until a request with this token may be sent, then runs it. */
  async run<T>(call: CallContext, token: string, send: (turn: Turn) => Promise<T>): Promise<T> {
    const { key, limiter } = this.#limiterOf(token);
    const { cancellation, priority, lastError, info } = call;
    const refused = lastError instanceof RateLimitError;
    if (refused && limiter.holdsRefused !== true) await waitAfterRateLimit(call, lastError);
    // A call that was queued before is not rejected later, and a list requests few pages at a time.
    if (call.attempts === 0 && call.endpoint.responseKind !== 'pages') this.#checkRoom(call, key, limiter);
    const queuedAt = performance.now();
    const turn = await this.#take(call, () =>
      limiter.take({
        key,
        priority,
        refused,
        // Created only for a limiter that looks at it.
        get signal() {
          return cancellation.signal;
        },
      }),
    );
    const wait = performance.now() - queuedAt;
    if (wait >= minReportedWait) {
      this.#settings.reporter.queued({ ...info, attempt: call.attempts + 1, kind: 'wait', wait });
    }
    try {
      cancellation.throwIfAborted();
      return await send(turn);
    } finally {
      turn.end(undefined);
    }
  }

  #checkRoom(call: CallContext, key: string, limiter: RateLimiter): void {
    const { maxQueued } = this.#settings;
    const { priority } = call;
    if (maxQueued < Number.POSITIVE_INFINITY && limiter.state(key).queued[priority] >= maxQueued) {
      throw new QueueFullError(call.recordFailure('not-sent'), priority, maxQueued);
    }
  }

  /** A limiter of the user can fail, ignore the signal, or be late. */
  async #take(call: CallContext, take: () => Promise<Turn>): Promise<Turn> {
    const { cancellation } = call;
    let taken: Promise<Turn> | undefined;
    try {
      cancellation.throwIfAborted();
      taken = take();
      return this.#endingOnce(await cancellation.race(taken));
    } catch (error) {
      // A turn that comes after the end of the call is returned.
      taken?.then((late) => late.end(undefined)).catch(() => {});
      cancellation.throwIfAborted();
      const cause = redactedCause(error, call.redactor);
      throw new ConnectionError('the rate limiter failed', call.recordFailure('not-sent'), { cause });
    }
  }

  #endingOnce(turn: Turn): Turn {
    let hasEnded = false;
    return {
      end: async (response) => {
        if (hasEnded) return;
        hasEnded = true;
        try {
          await turn.end(response);
        } catch {
          this.#settings.reporter.warn('The rate limiter failed to process a response; the call continues');
        }
      },
    };
  }

  #limiterOf(token: string): { readonly key: string; readonly limiter: RateLimiter } {
    if (this.#current?.token === token) return this.#current;
    const { baseUrl, rateLimit } = this.#settings;
    const key = hashOf(`${new URL(baseUrl).origin} ${token}`, namespace);
    this.#current = { token, key, limiter: limiterOf(key, rateLimit) };
    return this.#current;
  }
}

function limiterOf(key: string, rateLimit: Settings['rateLimit']): RateLimiter {
  if (rateLimit === false) return unlimited;
  return rateLimit && 'take' in rateLimit ? rateLimit : limiterFor(key, rateLimit);
}
