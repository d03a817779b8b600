import type { RateLimitHeaders } from '../rate-limit/rate-limiter.js';

/** What is known of an answer besides its data. */
export interface ResponseMeta {
  /** The UUID v4 that was sent with every attempt of a POST. */
  readonly idempotencyKey: string | undefined;
  /** Whether the service gave an earlier answer again (`x-idempotent-replay: true`). */
  readonly idempotentReplay: boolean;
  /** How often the request was sent: 1 when nothing was retried. */
  readonly attempts: number;
  /** From the last send to the last byte of the answer, in milliseconds: no waiting for a turn, no earlier attempts. */
  readonly duration: number;
  /** The key's rate limit as this answer states it. */
  readonly rateLimit: RateLimitHeaders | undefined;
}

/** An answer with what came along. */
export interface WithResponse<T> {
  readonly data: T;
  /** Status, headers and address of the answer; its body is read already. */
  readonly response: Response;
  readonly meta: ResponseMeta;
}

/**
 * A call that is under way. Awaiting it gives the data; `withResponse()` gives the answer too. Neither sends it again.
 *
 * @example
 * ```ts
 * const call = outlet.orders.create(order);
 * save(call.idempotencyKey);
 * const { data, meta } = await call.withResponse();
 * ```
 */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call';
  /** The UUID v4 of a POST, known at once, so that an aborted or crashed call can be repeated with it. */
  readonly idempotencyKey: string | undefined;
  readonly #result: Promise<WithResponse<T>>;

  constructor(result: Promise<WithResponse<T>>, idempotencyKey: string | undefined) {
    this.#result = result;
    this.idempotencyKey = idempotencyKey;
  }

  /** The data with the response and what is known of it. */
  withResponse(): Promise<WithResponse<T>> {
    return this.#result;
  }

  // biome-ignore lint/suspicious/noThenProperty: a call is awaited like a promise
  then<Fulfilled = T, Rejected = never>(
    onFulfilled?: ((data: T) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#result.then(({ data }) => data).then(onFulfilled, onRejected);
  }

  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<T | Rejected> {
    return this.then(undefined, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.#result.then(({ data }) => data).finally(onFinally);
  }
}
