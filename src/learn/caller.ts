import { OutletClient, type RawRequest } from '../client/client.js';
import type { UseCase } from '../entities/use-case.js';
import { ApiError, AuthenticationError } from '../errors/api-errors.js';
import { CallError } from '../errors/call-error.js';
import type { FakeEndpoint } from '../fake/index.js';
import { formatInstant } from '../instants.js';
import { isRecord } from '../json.js';
import type { PostOptions } from '../transport/call-options.js';
import { entityIn, missingIdIn } from '../transport/receive/entity.js';
import { accessRequests, needsWrite, type Query } from './access-requests.js';
import { AccessError, type ClientNames, type Key, type Run } from './run.js';

/** The response to a call that succeeded, or that the API rejected. */
export interface Reply {
  readonly status: number;
  /** The body of a success. */
  readonly body: unknown;
  readonly headers: Headers;
  /** What the client made of a rejection. */
  readonly error: ApiError | undefined;
  readonly isReplay: boolean;
  /** The path of the order that a POST created. */
  readonly created?: string;
}

/** Use cases that can read more come first, and those that can write more come last. */
const useCaseOrder = [
  'order-data',
  'inventory-management',
  undefined,
  'reservations',
  'digital-ordering',
] as const satisfies (UseCase | undefined)[];

/** Paths whose entries can be cancelled. */
const orderPaths = ['/orders', '/orders/reservations'];

/** An order of an unknown form. */
type Order = Readonly<Record<string, unknown>>;

/** The API as one key sees it. The client paces and retries the requests. */
export class Caller {
  readonly run: Run;
  readonly useCase: UseCase | undefined;
  /** The callers of all keys of the run. */
  readonly all: readonly Caller[];
  /** Creates a client with the names of lists. */
  readonly clientWith: (names: Partial<ClientNames>) => OutletClient;
  readonly #client: OutletClient;
  readonly #replies = new Map<string, Promise<Reply>>();

  constructor(run: Run, { token, useCase }: Key, all: readonly Caller[]) {
    const { baseUrl, allowInsecureHttp } = run.options;
    const silent = () => {};
    const logger = { debug: silent, info: silent, warn: silent, error: silent };
    this.run = run;
    this.useCase = useCase;
    this.all = all;
    this.clientWith = (names) =>
      new OutletClient({
        baseUrl,
        allowInsecureHttp,
        accessToken: token,
        fetch: run.fetch,
        timeout: 15_000,
        logger,
        ...names,
      });
    this.#client = this.clientWith({});
  }

  /** Returns whether the key has access to all of the endpoints. */
  async hasAccess(endpoints: readonly FakeEndpoint[]): Promise<boolean> {
    for (const endpoint of endpoints) {
      const status = await this.accessStatus(endpoint);
      // Without an ID in its path, a 404 says that the API has no such endpoint, or hides it.
      if (status === 401 || status === 403 || (status === 404 && !endpoint.includes('{id}'))) return false;
    }
    return true;
  }

  /** Returns the status of a request that changes nothing. */
  async accessStatus(endpoint: FakeEndpoint): Promise<number> {
    const { path, query, body } = accessRequests(this.run.range)[endpoint];
    const send = (): Promise<Reply> =>
      endpoint.startsWith('POST ') ? this.post(path, body) : this.put(path, body);
    return statusFrom(body === undefined ? this.get(path, query) : this.#once(endpoint, send));
  }

  /** @throws AccessError if the API rejects the token at each of the endpoints; CallError if it does not respond any more */
  async requireToken(endpoints: readonly FakeEndpoint[]): Promise<void> {
    for (const endpoint of endpoints) {
      const { path, query } = accessRequests(this.run.range)[endpoint];
      // A key without access to an endpoint can also get a 401.
      if ((await statusFrom(this.get(path, query, true))) !== 401) return;
    }
    const key = this.useCase === undefined ? '' : ` of ${this.useCase}`;
    throw new AccessError(
      `The API rejected the token${key} with 401. Copy the whole token again, and check that the key is not revoked.`,
    );
  }

  /** Sends the GET request of an endpoint, for the last 30 days. `changes` are other parameters. */
  read(endpoint: FakeEndpoint, changes: Query = {}): Promise<Reply> {
    const { path, query } = accessRequests(this.run.range)[endpoint];
    return this.get(path, { ...query, ...changes });
  }

  /** Returns whether a list starts with the same response when it is read for a second time. */
  async isStable(endpoint: FakeEndpoint): Promise<boolean> {
    const { path, query = {} } = accessRequests(this.run.range)[endpoint];
    const send = () => this.#sendGet(path, query);
    const [first, second] = [await this.read(endpoint), await this.#once(`again ${endpoint}`, send)];
    return JSON.stringify(first.body) === JSON.stringify(second.body);
  }

  /** Sends a GET request. Returns the earlier reply if the same request was sent before, unless it is sent `again`. */
  get(path: string, query: Query = {}, again = false): Promise<Reply> {
    return this.#once(`${path} ${JSON.stringify(query)}`, () => this.#sendGet(path, query), again);
  }

  async #sendGet(path: string, query: Query): Promise<Reply> {
    this.run.requireNext();
    return this.#call({ method: 'GET', path, query }, { signal: this.run.options.signal });
  }

  /** Sends a PUT request. An interruption does not abort it. */
  async put(path: string, body: unknown): Promise<Reply> {
    this.run.requireNext();
    return this.#call({ method: 'PUT', path, body });
  }

  /** Sends a POST request, and records the order that it creates. An interruption does not abort it. */
  async post(path: string, body: unknown, idempotencyKey?: string): Promise<Reply> {
    const { created } = this.run;
    this.run.requireNext();
    // A repetition must find the first order unchanged.
    if (idempotencyKey === undefined) await created.cancelAll();
    created.requireClean();
    const reply = await this.#call({ method: 'POST', path, body }, { idempotencyKey }).catch(
      async (error: unknown) => {
        const isSafe = error instanceof CallError && ['not-sent', 'rejected'].includes(error.outcome);
        const order = isSafe ? undefined : await this.#orderOf(path, body, undefined);
        if (order !== undefined) created.add(order, () => this.#isCancelled(order));
        else if (!isSafe)
          created.leave(`POST ${path} got no usable response, so it may have created an order.`);
        throw error;
      },
    );
    if (reply.status >= 300) return reply;
    const order = await this.#orderOf(path, body, reply);
    if (order === undefined) {
      created.leave(`POST ${path} succeeded, but its response has no ID with which to cancel.`);
      return reply;
    }
    if (idempotencyKey !== undefined) created.addKey(idempotencyKey, order);
    created.add(order, () => this.#isCancelled(order));
    return { ...reply, created: order };
  }

  /** Returns the path of the order that a POST created. Its reference is in the response, or else in the list of orders. */
  async #orderOf(path: string, sent: unknown, reply: Reply | undefined): Promise<string | undefined> {
    if (!orderPaths.includes(path)) return undefined;
    const reference = referenceIn(sent);
    const isCreated = (order: Order) => reference !== undefined && referenceIn(order) === reference;
    const returned = orderIn(reply?.body, isCreated) ?? entityOf(reply?.body);
    const { id } = missingIdIn(returned) ? ((await this.#listedOrder(isCreated)) ?? {}) : returned;
    return missingIdIn({ id }) ? undefined : `${path}/${encodeURIComponent(String(id))}`;
  }

  /** Returns an order that the run has just created. The API may list only orders that have ended. */
  async #listedOrder(isCreated: (order: Order) => boolean): Promise<Order | undefined> {
    try {
      const [reader] = await withAccess(this.all, 'GET /orders');
      const query = { from: this.run.range.to, to: formatInstant(Date.now() + 60_000) };
      const listed = reader && (await reader.#call({ method: 'GET', path: '/orders', query }));
      return orderIn(listed?.body, isCreated);
    } catch {
      return undefined;
    }
  }

  /** Sends a PUT request that cancels an order, also after an interruption. */
  cancel(path: string): Promise<Reply> {
    return this.#call({ method: 'PUT', path, body: { status: 'cancelled' } });
  }

  /** Returns the status of an order as it is now; `undefined` if the key does not see it. */
  async statusOf(path: string): Promise<unknown> {
    const { body } = await this.#call({ method: 'GET', path: path.replace('/reservations/', '/') });
    return entityOf(body).status;
  }

  /** Cancels an order if it is open. A success does not prove the cancellation, and neither does a failure disprove it. */
  async #isCancelled(path: string): Promise<boolean> {
    try {
      const { body } = await this.cancel(path).catch(() => ({ body: undefined }));
      return entityOf(body).status === 'cancelled' || (await this.statusOf(path)) === 'cancelled';
    } catch {
      return false;
    }
  }

  #once(name: string, call: () => Promise<Reply>, again = false): Promise<Reply> {
    const earlier = again ? undefined : this.#replies.get(name);
    const reply = earlier ?? call();
    this.#replies.set(name, reply);
    return reply;
  }

  async #call(request: RawRequest, options?: PostOptions): Promise<Reply> {
    try {
      const call = this.#client.request(request, options);
      const { data, response, meta } = await call.withResponse();
      const { status, headers } = response;
      return { status, headers, body: data, error: undefined, isReplay: meta.idempotentReplay };
    } catch (error) {
      // A redirect, a 401, or a 429 or 5xx that outlasts the retries, shows nothing about the call.
      if (!(error instanceof ApiError) || !isRejection(error.status)) throw error;
      const { status, headers, idempotentReplay: isReplay } = error;
      return { status, headers, body: undefined, error, isReplay };
    }
  }
}

/** Returns whether the API rejected the content of a call. */
export function isRejection(status: number): boolean {
  return status >= 400 && status < 500 && status !== 401 && status !== 429;
}

/** Returns the status of a call, which can be a 401. */
async function statusFrom(call: Promise<Reply>): Promise<number> {
  const { status } = await call.catch((error: unknown) => {
    if (error instanceof AuthenticationError) return error;
    throw error;
  });
  return status;
}

/** Creates a caller for each key. */
export function callersOf(run: Run): readonly Caller[] {
  const rank = ({ useCase }: Key) => useCaseOrder.indexOf(useCase);
  const callers: Caller[] = [];
  for (const key of run.options.keys.toSorted((one, other) => rank(one) - rank(other))) {
    callers.push(new Caller(run, key, callers));
  }
  return callers;
}

/** Returns the callers with access to all of the endpoints, the most suitable first. */
export async function withAccess(
  callers: readonly Caller[],
  ...endpoints: readonly FakeEndpoint[]
): Promise<Caller[]> {
  const found: Caller[] = [];
  for (const caller of needsWrite(endpoints) ? callers.toReversed() : callers) {
    if (await caller.hasAccess(endpoints)) found.push(caller);
  }
  return found;
}

/** Returns the order in a body, wherever it is. An object with only an ID can be the request. */
function entityOf(body: unknown): Order {
  const hasFields = (order: Order) => !missingIdIn(order) && ('channelId' in order || 'items' in order);
  const entity = orderIn(body, hasFields) ?? (isRecord(body) ? entityIn(body) : undefined);
  const order = isRecord(entity) && !('id' in entity) && isRecord(entity.order) ? entity.order : entity;
  return isRecord(order) ? order : {};
}

/** Returns the first object in a body that is an order. */
function orderIn(body: unknown, isOrder: (order: Order) => boolean): Order | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  if (isRecord(body) && isOrder(body)) return body;
  for (const part of Object.values(body)) {
    const order = orderIn(part, isOrder);
    if (order) return order;
  }
  return undefined;
}

/** Returns the partner's reference in the body of a new order or reservation. */
function referenceIn(body: unknown): string | undefined {
  const { partnerInfo, partnerReservationInfo } = isRecord(body) ? body : {};
  const references = [
    isRecord(partnerInfo) && partnerInfo.orderId,
    isRecord(partnerReservationInfo) && partnerReservationInfo.reservationId,
  ];
  return references.find((reference) => typeof reference === 'string');
}
