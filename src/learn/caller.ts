import { OutletClient } from '../client.js';
import type { UseCase } from '../entities/use-case.js';
import { ApiError } from '../errors/api-errors.js';
import type { FakeEndpoint } from '../fake/service/router.js';
import { isRecord } from '../records.js';
import { accessRequests, type Query } from './access-requests.js';
import { type Entry, type Page, type Paging, pageOf, readPaging } from './pages.js';
import type { Reply } from './reply.js';
import type { Key, LearnOptions, Run } from './run.js';

interface Input {
  readonly query?: Query | undefined;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
}

/** The API as one key sees it. The client paces and retries the requests. */
export class Caller {
  readonly run: Run;
  readonly useCase: UseCase | undefined;
  readonly #client: OutletClient;
  readonly #replies = new Map<string, Promise<Reply>>();
  readonly #pagings = new Map<FakeEndpoint, Promise<Paging>>();

  constructor(run: Run, { token, useCase }: Key, { baseUrl, allowInsecureHttp }: LearnOptions) {
    const silent = () => {};
    this.run = run;
    this.useCase = useCase;
    this.#client = new OutletClient({
      baseUrl,
      allowInsecureHttp,
      accessToken: token,
      fetch: run.fetch,
      timeout: 15_000,
      logger: { debug: silent, info: silent, warn: silent, error: silent },
    });
  }

  /** Returns whether the key has access to all of the endpoints. */
  async canCall(endpoints: readonly FakeEndpoint[]): Promise<boolean> {
    for (const endpoint of endpoints) {
      const { status } = await this.checkAccess(endpoint);
      // Without an ID in its path, a 404 says that the API has no such endpoint, or hides it.
      if (status === 403 || (status === 404 && !endpoint.includes('{id}'))) return false;
    }
    return true;
  }

  /** Sends a request that changes nothing. */
  checkAccess(endpoint: FakeEndpoint): Promise<Reply> {
    if (endpoint.startsWith('GET ')) return this.read(endpoint);
    const { path, body } = accessRequests(this.run.range)[endpoint];
    return this.#once(endpoint, () => this.send(endpoint.startsWith('POST ') ? 'POST' : 'PUT', path, body));
  }

  /** Sends the GET request of an endpoint, for the last 30 days. `changes` are other parameters. */
  read(endpoint: FakeEndpoint, changes: Query = {}): Promise<Reply> {
    const { path, query } = accessRequests(this.run.range)[endpoint];
    return this.get(path, { ...query, ...changes });
  }

  /** Sends a GET request. Returns the earlier reply if the same request was sent before. */
  get(path: string, query: Query = {}): Promise<Reply> {
    return this.#once(`${path} ${JSON.stringify(query)}`, () => this.getAgain(path, query));
  }

  /** Sends a GET request, even if the same request was sent before. */
  async getAgain(path: string, query: Query = {}): Promise<Reply> {
    this.run.requireRequests();
    return this.#call('GET', path, { query }, this.run.signal);
  }

  /** Sends a POST or PUT request, and records what it creates. An interruption does not abort it. */
  async send(method: 'POST' | 'PUT', path: string, body: unknown, idempotencyKey?: string): Promise<Reply> {
    const { created, signal } = this.run;
    signal.throwIfAborted();
    this.run.requireRequests();
    if (method === 'POST') created.requireClean();
    const reply = await this.#call(method, path, { body, idempotencyKey }).catch((error: unknown) => {
      if (method === 'POST') created.addFailure(path, error);
      throw error;
    });
    if (method === 'POST') created.addReply(path, reply, this);
    return reply;
  }

  /** Sends a PUT request that cancels an order, also after an interruption. */
  cancel(path: string): Promise<Reply> {
    return this.#call('PUT', path, { body: { status: 'cancelled' } });
  }

  /** Returns the status of an order as it is now; `undefined` if the key does not see it. */
  async statusOf(path: string): Promise<unknown> {
    const { body } = await this.#call('GET', path.replace('/reservations/', '/'), {});
    return isRecord(body) ? body.status : undefined;
  }

  /** Reads a list from its start until it ends, or until there are enough pages. `changes` are other parameters. */
  async pages(endpoint: FakeEndpoint, maxPages: number, changes: Query = {}): Promise<Page[]> {
    const { cursorParam } = await this.pagingOf(endpoint);
    const pages: Page[] = [];
    let cursor: string | undefined;
    do {
      const position = cursor === undefined ? {} : { [cursorParam ?? '']: cursor };
      const page = pageOf(await this.read(endpoint, { ...changes, ...position }));
      if (!page) break;
      pages.push(page);
      cursor = page.next;
    } while (cursor !== undefined && cursorParam !== undefined && pages.length < maxPages);
    return pages;
  }

  /** Reads the records of the first pages of a list. */
  async records(endpoint: FakeEndpoint, maxPages = 6): Promise<Entry[]> {
    const pages = await this.pages(endpoint, maxPages);
    return pages.flatMap(({ records }) => records);
  }

  /** Returns the names that a list with pages uses. */
  pagingOf(endpoint: FakeEndpoint): Promise<Paging> {
    const paging = this.#pagings.get(endpoint) ?? this.#readPaging(endpoint);
    this.#pagings.set(endpoint, paging);
    return paging;
  }

  async #readPaging(endpoint: FakeEndpoint): Promise<Paging> {
    const paging = await readPaging((position) => this.read(endpoint, position));
    this.run.nextField ??= paging.nextField;
    return paging;
  }

  #once(name: string, call: () => Promise<Reply>): Promise<Reply> {
    const reply = this.#replies.get(name) ?? call();
    this.#replies.set(name, reply);
    return reply;
  }

  async #call(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    { query, body, idempotencyKey }: Input,
    signal?: AbortSignal,
  ): Promise<Reply> {
    try {
      const call = this.#client.request({ method, path, query, body }, { signal, idempotencyKey });
      const { data, response, meta } = await call.withResponse();
      const { idempotentReplay: isReplay } = meta;
      return { status: response.status, body: data, errors: undefined, errorPaths: [], isReplay };
    } catch (error) {
      // A redirect, a rejected token, or a 429 or 5xx that outlasts the retries shows nothing about the call.
      if (!(error instanceof ApiError) || !isRejection(error.status)) throw error;
      const { status, errors, fieldErrors, idempotentReplay: isReplay } = error;
      return { status, body: undefined, errors, errorPaths: Object.keys(fieldErrors), isReplay };
    }
  }
}

function isRejection(status: number): boolean {
  return status >= 400 && status < 500 && status !== 401 && status !== 429;
}
