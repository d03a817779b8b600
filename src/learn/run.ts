import type { UseCase } from '../entities/use-case.js';
import { day, formatInstant } from '../instants.js';
import type { FetchFunction, FetchResponse } from '../transport/fetch-function.js';
import { CreatedOrders, StoppedError } from './created-orders.js';

/** A key of the outlet. */
export interface Key {
  /** `undefined` if it is not known. */
  readonly useCase: UseCase | undefined;
  readonly token: string;
}

export interface LearnOptions {
  readonly baseUrl: string;
  readonly keys: readonly Key[];
  /** Whether to create and cancel orders. Default: `false`, which sends only GET requests. */
  readonly write?: boolean | undefined;
  readonly allowInsecureHttp?: boolean | undefined;
  readonly fetch?: FetchFunction | undefined;
  /** The maximum number of requests, with retries. Default: 200. */
  readonly maxRequests?: number | undefined;
  readonly signal: AbortSignal;
  /** Is called with a sentence about an order that could not be cancelled. */
  readonly onLeftOver?: ((sentence: string) => void) | undefined;
}

/** A JSON response of the API. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: FetchResponse['headers'];
  /** The body of an error; `undefined` if the response has none, or if it breaks off. */
  readonly error: unknown;
}

/** Reports that the API rejects a token, or that the keys can read nothing. */
export class AccessError extends Error {}

/** These requests are kept back for retries, and to cancel orders. */
const reserved = 20;

/** What the calls of all keys share. */
export class Run {
  /** The last 30 days. The end is fixed, so that the lists stay the same. */
  readonly range: { readonly from: string; readonly to: string };
  readonly write: boolean;
  readonly signal: AbortSignal;
  /** In the order of arrival. Responses that are not JSON, such as those of a proxy, are omitted. */
  readonly responses: RecordedResponse[] = [];
  readonly created: CreatedOrders;
  /** The field of the next cursor; `undefined` if no list had one. */
  nextField: string | undefined;
  /** The number of requests so far, with retries. */
  requests = 0;
  readonly #maxRequests: number;
  readonly #send: FetchFunction;

  constructor({
    fetch = globalThis.fetch,
    maxRequests = 200,
    write = false,
    signal,
    onLeftOver,
  }: LearnOptions) {
    this.created = new CreatedOrders(onLeftOver ?? (() => {}));
    const now = Date.now();
    this.range = { from: formatInstant(now - 30 * day), to: formatInstant(now) };
    this.write = write;
    this.signal = signal;
    this.#maxRequests = maxRequests;
    this.#send = fetch;
  }

  /** @throws the reason of the signal, if it aborted; StoppedError if another call could exceed the limit of requests */
  requireNext(): void {
    this.signal.throwIfAborted();
    this.#requireRequests(reserved);
  }

  /** Sends an attempt of a client, and records the response. */
  readonly fetch: FetchFunction = async (url, init) => {
    this.#requireRequests(0);
    this.requests += 1;
    // The client sends each parameter once, so a probe marks a repetition.
    const response = await this.#send(url.replace('%28again%29=', '='), init);
    if (!/\bjson\b/.test(response.headers.get('content-type') ?? '')) return response;
    const { status, headers } = response;
    this.responses.push({
      status,
      headers,
      error: status < 400 ? undefined : await bodyOf(response),
    });
    return response;
  };

  #requireRequests(keptBack: number): void {
    if (this.requests >= this.#maxRequests - keptBack)
      throw new StoppedError(`The limit of ${this.#maxRequests} requests is reached.`);
  }
}

async function bodyOf(response: FetchResponse): Promise<unknown> {
  if (!(response instanceof Response)) return undefined;
  const copy = response.clone();
  return copy.json().catch(() => undefined);
}
