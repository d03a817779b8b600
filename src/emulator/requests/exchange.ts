import { type Fake, matchRequest } from '../../fake/index.js';
import type { RequestCode, RequestSummary, RequestView } from '../contract/requests.js';
import { orderTitles } from '../control/board.js';
import type { Received } from '../server/node-handler.js';
import { authorizationProblem, shownAuthorization } from './authorization.js';
import { curlCommand } from './curl.js';
import { reasonOf, rejectedFieldsIn } from './reason.js';
import { sdkCode } from './sdk-code.js';

/** The number of bytes of a body that the log keeps. */
const maxBody = 64 * 1_024;

/** Returns the path of a URL below `/api/v1`; `undefined` if the URL is not below it. */
export function apiPathOf(url: string): string | undefined {
  return /^\/api\/v1(\/.*)$/.exec(new URL(url).pathname)?.[1];
}

/** What the service knows about a request. The client's response may have got lost, or say less. */
type Facts = Pick<
  RequestSummary,
  'fault' | 'isReplay' | 'orderId' | 'orderTitle' | 'events' | 'windowEnd' | 'remaining'
>;

/** A request and its response. */
export type Exchange = ReturnType<typeof openExchange>;

/** Opens an exchange. It must not refer to the request after its end, because a request keeps its whole body in memory. */
export function openExchange(
  number: number,
  { request, body, isTooLarge }: Received,
  { fake, outlets, clock, http, idempotency }: Fake,
) {
  const { method, url, headers } = request;
  const { pathname, search } = new URL(url);
  const apiPath = apiPathOf(url);
  const path = (apiPath ?? pathname) + search;
  const authorization = headers.get('authorization');
  const token = authorization?.replace('Bearer ', '') ?? '';
  const caller = outlets.find(({ outlet }) => outlet.keys.withToken(token))?.outlet;
  const key = caller?.keys.withToken(token);
  // The keys can change before the response arrives.
  const problem = authorizationProblem(
    authorization,
    outlets.flatMap(({ outlet }) => outlet.keys.all()),
  );
  const requestHeaders = Object.fromEntries(headers);
  if (authorization !== null) requestHeaders.authorization = shownAuthorization(authorization);
  // A slice of the text would keep the whole body in memory.
  const requestBody = body.subarray(0, maxBody).toString();
  const isRequestCut = isTooLarge || body.length > maxBody;
  const idempotencyKey = headers.get('idempotency-key') ?? undefined;
  const at = clock.timestamp();
  const began = performance.now();

  let arrived: Request | undefined = request;
  let facts: Facts | undefined;
  let ending: Pick<RequestSummary, 'duration' | 'reason' | 'originalNumber'> | undefined;
  let status: number | null = null;
  let responseHeaders = new Headers();
  let chunks: Uint8Array[] = [];
  let received = 0;
  let responseBody = '';

  function summary(): RequestSummary {
    return {
      number,
      at,
      method,
      path,
      status,
      keyId: key?.id,
      keyLabel: key?.label,
      useCase: key?.useCase,
      outletId: key?.outletId,
      idempotencyKey,
      ...(facts ?? currentFacts()),
      ...(ending ?? { duration: null, reason: undefined, originalNumber: undefined }),
    };
  }

  function currentFacts(): Facts {
    const record = arrived && http.recordOf(arrived);
    const { headers = {}, createdOrder } = (arrived && http.responseTo(arrived)) ?? {};
    const remaining = headers['x-ratelimit-remaining'];
    const orderId = createdOrder ?? matchRequest(method, apiPath ?? '')?.id;
    const orderTitle = caller && orderTitles(caller)(orderId);
    return {
      fault: record?.fault,
      isReplay: headers['x-idempotent-replay'] === 'true',
      orderId: orderTitle === undefined ? undefined : orderId,
      orderTitle,
      events: arrived ? http.eventsOf(arrived) : [],
      windowEnd: headers['x-ratelimit-reset'],
      remaining: remaining === undefined ? undefined : Number(remaining),
    };
  }

  function repetition(): RequestView['repetition'] {
    if (!key || isRequestCut) return undefined;
    if (key.revoked || !caller?.keys.withToken(token)) return 'unauthorized';
    if (method !== 'POST' || idempotencyKey === undefined) return 'performed';
    return idempotency.foresee(`${key.id} ${idempotencyKey}`, apiPath ?? '', Buffer.from(requestBody));
  }

  function code(newKey = false): RequestCode {
    const shown = { method, url, path, headers: requestHeaders, body: requestBody };
    const { cursorParam } = fake.assumptions;
    const cursorParams = typeof cursorParam === 'string' ? [cursorParam] : Object.values(cursorParam);
    return { curl: curlCommand(shown, newKey), sdk: sdkCode(shown, cursorParams, newKey) };
  }

  return {
    number,
    /** Below `/api/v1`, without the query; `undefined` for a URL without this part. */
    apiPath,
    /** In bytes, approximately. 0 until the exchange has ended. */
    get size() {
      return ending ? requestBody.length + responseBody.length + 2_000 : 0;
    },
    respond(response: Response): void {
      status = response.status;
      responseHeaders = response.headers;
    },
    /** Adds bytes of the response body. */
    write(chunk: Uint8Array): void {
      if (received < maxBody) chunks.push(chunk.slice(0, maxBody - received));
      received += chunk.length;
    },
    /** Ends the exchange, with or without a complete response. `original` is the request that a replay repeats. */
    end(original?: { readonly number: number }): void {
      facts = currentFacts();
      const duration = Math.round(performance.now() - began);
      responseBody = Buffer.concat(chunks).toString();
      chunks = [];
      const lostStatus = arrived && http.responseTo(arrived)?.status;
      arrived = undefined;
      const failure = { status, lostStatus, responseBody, fault: facts.fault, duration };
      const reason = status === 401 ? problem : reasonOf(failure);
      ending = { duration, reason, originalNumber: original?.number };
    },
    summary,
    /** Returns the same request, with another idempotency key if wanted; `undefined` if its API key or its whole body is unknown. */
    again(newKey: boolean): Request | undefined {
      if (!key || isRequestCut) return undefined;
      const headers = new Headers({ ...requestHeaders, authorization: `Bearer ${key.token}` });
      for (const name of ['connection', 'content-length', 'host', 'transfer-encoding']) headers.delete(name);
      if (newKey) headers.set('idempotency-key', crypto.randomUUID());
      return new Request(fake.baseUrl + pathname + search, { method, headers, body: requestBody || null });
    },
    /** The texts that a search looks in. */
    texts: () => [path, requestBody, responseBody, idempotencyKey ?? ''],
    view: (): RequestView => ({
      ...summary(),
      url,
      requestHeaders,
      requestBody,
      isRequestCut,
      responseHeaders: Object.fromEntries(responseHeaders),
      responseBody: responseBody || Buffer.concat(chunks).toString(),
      isResponseCut: received > maxBody,
      repetition: repetition(),
      rejectedFields: rejectedFieldsIn(responseBody),
      again: isRequestCut ? undefined : code(),
      withNewKey: isRequestCut ? undefined : code(true),
    }),
  };
}
