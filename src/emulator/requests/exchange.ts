import { type Fake, matchRequest } from '../../fake/index.js';
import { isRecord, parseJson } from '../../json.js';
import type { RequestCode, RequestSummary, RequestView } from '../contract/requests.js';
import type { Received } from '../server/node-handler.js';
import { authorizationProblem, shownAuthorization } from './authorization.js';
import { curlCommand } from './curl.js';
import { reasonOf } from './reason.js';
import { sdkCode } from './sdk-code.js';

/** A request and its response. */
export interface Exchange {
  readonly number: number;
  /** Below `/api/v1`, without the query; `undefined` for a URL without this part. */
  readonly apiPath: string | undefined;
  /** In bytes, approximately. 0 until the exchange has ended. */
  readonly size: number;
  respond(response: Response): void;
  /** Adds bytes of the response body. */
  write(chunk: Uint8Array): void;
  /** Ends the exchange, with or without a complete response. `original` is the request that a replay repeats. */
  end(original?: Exchange): void;
  /** Notes the order that the request created, if its own response did not arrive. */
  learnOrder(orderId: string | undefined): void;
  summary(): RequestSummary;
  view(): RequestView;
  /** Returns the texts that a search looks in. */
  texts(): string[];
}

/** The number of bytes of a body that the log keeps. */
const maxBody = 64 * 1_024;

/** Returns the path of a URL below `/api/v1`; `undefined` if the URL is not below it. */
export function apiPathOf(url: string): string | undefined {
  return /^\/api\/v1(\/.*)$/.exec(new URL(url).pathname)?.[1];
}

/** What is known about a request when it has ended. */
type Ending = Pick<RequestSummary, 'duration' | 'fault' | 'reason' | 'orderId' | 'originalNumber'>;

/** Opens an exchange. It must not refer to the request after its end, because a request keeps its whole body in memory. */
export function openExchange(
  number: number,
  { request, body, isTooLarge }: Received,
  { fake, outlets, clock, http }: Fake,
): Exchange {
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
  let ending: Ending | undefined;
  let status: number | null = null;
  let responseHeaders = new Headers();
  let chunks: Uint8Array[] = [];
  let received = 0;
  let responseBody = '';

  function summary(): RequestSummary {
    const remaining = responseHeaders.get('x-ratelimit-remaining');
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
      isReplay: responseHeaders.get('x-idempotent-replay') === 'true',
      windowEnd: responseHeaders.get('x-ratelimit-reset') ?? undefined,
      remaining: remaining === null ? undefined : Number(remaining),
      ...(ending ?? {
        duration: null,
        fault: arrived && http.recordOf(arrived)?.fault,
        reason: undefined,
        orderId: undefined,
        originalNumber: undefined,
      }),
    };
  }

  /** Returns the ID of the order in the path, or in the response to a POST. */
  function orderIdOf(): string | undefined {
    const match = matchRequest(method, apiPath ?? '');
    const created = method === 'POST' && status === 201 ? parseJson(responseBody) : undefined;
    const id = isRecord(created) ? created.id : match?.id;
    return typeof id === 'string' && caller?.state.orders.has(id) ? id : undefined;
  }

  function code(newKey = false): RequestCode {
    const shown = { method, url, path, headers: requestHeaders, body: requestBody };
    const { cursorParam } = fake.assumptions;
    const cursorParams = typeof cursorParam === 'string' ? [cursorParam] : Object.values(cursorParam);
    return { curl: curlCommand(shown, newKey), sdk: sdkCode(shown, cursorParams, newKey) };
  }

  return {
    number,
    apiPath,
    get size() {
      return ending ? requestBody.length + responseBody.length + 2_000 : 0;
    },
    respond(response) {
      status = response.status;
      responseHeaders = response.headers;
    },
    write(chunk) {
      if (received < maxBody) chunks.push(chunk.slice(0, maxBody - received));
      received += chunk.length;
    },
    end(original) {
      const { fault } = summary();
      const duration = Math.round(performance.now() - began);
      responseBody = Buffer.concat(chunks).toString();
      chunks = [];
      arrived = undefined;
      const reason = status === 401 ? problem : reasonOf({ status, responseBody, fault, duration });
      ending = { duration, fault, reason, orderId: orderIdOf(), originalNumber: original?.number };
      original?.learnOrder(ending.orderId);
    },
    learnOrder(orderId) {
      if (ending) ending = { ...ending, orderId: ending.orderId ?? orderId };
    },
    summary,
    texts: () => [path, requestBody, responseBody, idempotencyKey ?? ''],
    view: () => ({
      ...summary(),
      requestHeaders,
      requestBody,
      isRequestCut,
      responseHeaders: Object.fromEntries(responseHeaders),
      responseBody: responseBody || Buffer.concat(chunks).toString(),
      isResponseCut: received > maxBody,
      again: isRequestCut ? undefined : code(),
      withNewKey: isRequestCut ? undefined : code(true),
    }),
  };
}
