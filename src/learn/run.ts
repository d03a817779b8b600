import type { UseCase } from '../entities/use-case.js';
import { day, formatInstant } from '../instants.js';
import type { FetchInit } from '../transport/fetch-function.js';
import type { ListName } from '../transport/list-names.js';
import { CreatedOrders, StoppedError } from './created-orders.js';

/** A key of the outlet. */
export interface Key {
  /** `undefined` if it is not known. */
  readonly useCase: UseCase | undefined;
  readonly token: string;
}

type Fetch = (url: string, init: FetchInit) => Promise<Response>;

export interface LearnOptions {
  readonly baseUrl: string;
  readonly keys: readonly Key[];
  /** Whether to create and cancel orders. Default: `false`, which sends only GET requests. */
  readonly write?: boolean | undefined;
  readonly allowInsecureHttp?: boolean | undefined;
  readonly fetch?: Fetch | undefined;
  /** The maximum number of requests, with retries. Default: 300. */
  readonly maxRequests?: number | undefined;
  readonly signal: AbortSignal;
  /** Is called with a sentence about an order that could not be cancelled. */
  readonly onLeftOver?: ((sentence: string) => void) | undefined;
}

/** Client options, with a name for each list that needs another one than the client expects. */
export interface ClientNames {
  readonly cursorParam: Names;
  readonly nextField: Names;
  readonly itemsField: Names;
}

type Names = Partial<Record<ListName, string>>;

/** A JSON response of the API. */
export interface RecordedResponse {
  /** The endpoint, such as `GET /orders/{id}`. */
  readonly at: string;
  readonly status: number;
  readonly headers: Headers;
  /** The body of an error; `undefined` if the response has none, or if it breaks off. */
  readonly error: unknown;
}

/** Reports that the API rejects a token, or that the keys can read nothing. */
export class AccessError extends Error {}

/** These requests are kept back for retries, and to cancel orders. */
const reserved = 20;

/** What the calls of all keys share. */
export class Run {
  readonly options: LearnOptions;
  /** The last 30 days. The end is fixed, so that the lists stay the same. */
  readonly range: { readonly from: string; readonly to: string };
  /** In the order of arrival. Responses that are not JSON, such as those of a proxy, are omitted. */
  readonly responses: RecordedResponse[] = [];
  readonly created: CreatedOrders;
  /** What the client must know to read each list. */
  readonly names: ClientNames = { cursorParam: {}, nextField: {}, itemsField: {} };
  /** The number of requests so far, with retries. */
  requests = 0;

  constructor(options: LearnOptions) {
    const now = Date.now();
    this.options = options;
    this.range = { from: formatInstant(now - 30 * day), to: formatInstant(now) };
    this.created = new CreatedOrders(options.onLeftOver);
  }

  /** @throws the reason of the signal, if it aborted; StoppedError if another call could exceed the limit of requests */
  requireNext(): void {
    this.options.signal.throwIfAborted();
    this.#requireRequests(reserved);
  }

  /** Sends an attempt of a client, and records the response. */
  readonly fetch: Fetch = async (url, init) => {
    this.#requireRequests(0);
    this.requests += 1;
    const { fetch = globalThis.fetch } = this.options;
    const response = await fetch(url, init);
    const { status, headers } = response;
    if (!/\bjson\b/.test(headers.get('content-type') ?? '')) return response;
    const body = status < 400 ? undefined : response.clone().json();
    this.responses.push({
      at: endpointOf(url, init),
      status,
      headers,
      error: await body?.catch(() => undefined),
    });
    return response;
  };

  #requireRequests(keptBack: number): void {
    const { maxRequests = 300 } = this.options;
    if (this.requests >= maxRequests - keptBack)
      throw new StoppedError(`The limit of ${maxRequests} requests is reached.`);
  }
}

/** Names the endpoint of a request, without an ID. */
function endpointOf(url: string, { method }: FetchInit): string {
  const path = new URL(url).pathname.replace(/^.*\/api\/v1/, '');
  return `${method} ${path.replace(/(\/orders(?:\/reservations)?)\/(?!action-logs$|reservations|import$)[^/]+/, '$1/{id}')}`;
}
