import type { RateLimitHeaders } from '../rate-limit/rate-limiter.js';

/** Metadata of a call and its response. */
export interface ResponseMeta {
  /** Identifies the call in logs, hooks and errors, such as `1f0c9a3e-1c`. The client does not send it. */
  readonly callId: string;
  /** The API's ID of the request, from `x-request-id` or `request-id`, if the response has one. Name it when you ask for support. */
  readonly requestId: string | undefined;
  /** The UUID v4 that was sent with every attempt of a POST; `undefined` for other methods. */
  readonly idempotencyKey: string | undefined;
  /** Whether the API repeated an earlier response (`x-idempotent-replay: true`). */
  readonly idempotentReplay: boolean;
  /** The number of attempts that were sent: 1 if nothing was retried. */
  readonly attempts: number;
  /**
   * When the request of the last attempt was sent, on the clock of this machine. The data is at least that new, except in an
   * `idempotentReplay`. If you store data, compare `sentAt` to decide which copy is newer, because responses can arrive out of
   * order.
   * @example
   * ```ts
   * const { data, meta } = await outlet.orders.get(id).withResponse();
   * if (!saved || meta.sentAt > saved.readAt) saved = { order: data, readAt: meta.sentAt };
   * ```
   */
  readonly sentAt: Date;
  /** Milliseconds from the last request to the last byte of its response, without the queue and earlier attempts. */
  readonly duration: number;
  /** The rate limit of the key, if this response stated it. */
  readonly rateLimit: RateLimitHeaders | undefined;
}

/**
 * The data of a call, with its response and metadata.
 * @inline
 */
export interface WithResponse<T> {
  /** The data, as `await` returns it. */
  readonly data: T;
  /** The object that `fetch` returned, for its status, headers and URL. Its body has been read. */
  readonly response: Response;
  /** The body as it was received. Only here are the digits of an integer above 2^53, which JavaScript cannot represent. */
  readonly text: string;
  /** Attempts, duration, idempotency key and rate limit. */
  readonly meta: ResponseMeta;
}

/**
 * A call in progress. `await` returns the data, and `withResponse()` returns the data with the response. The request is sent
 * once, even if you await it several times.
 * @example
 * ```ts
 * const call = outlet.orders.create(order);
 * save(call.idempotencyKey);
 * const { data, meta } = await call.withResponse();
 * ```
 */
export class OutletPromise<T> implements Promise<T> {
  /** The name that `Object.prototype.toString` shows. */
  readonly [Symbol.toStringTag] = 'OutletPromise';
  /** The UUID v4 of a POST, set at once. Save it to repeat the call after an abort or a crash. */
  readonly idempotencyKey: string | undefined;
  readonly #result: Promise<WithResponse<T>>;

  /** @internal */
  constructor(result: Promise<WithResponse<T>>, idempotencyKey: string | undefined) {
    this.#result = result;
    this.idempotencyKey = idempotencyKey;
  }

  /**
   * Returns the data with the response and its metadata.
   * @throws the error of the call
   */
  withResponse(): Promise<WithResponse<T>> {
    return this.#result;
  }

  /** Calls back with the data, or with the error. */
  // biome-ignore lint/suspicious/noThenProperty: a call is awaited like a promise
  then<Fulfilled = T, Rejected = never>(
    onFulfilled?: ((data: T) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#result.then(({ data }) => data).then(onFulfilled, onRejected);
  }

  /** Calls back with the error. */
  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<T | Rejected> {
    return this.then(undefined, onRejected);
  }

  /** Calls back when the call has ended, whether it succeeded or failed. */
  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.#result.then(({ data }) => data).finally(onFinally);
  }
}
