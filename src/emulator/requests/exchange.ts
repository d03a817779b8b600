import type { Fake } from '../../fake/create-fake-outlet.js';
import { matchRequest } from '../../fake/service/router.js';
import { isRecord, parseJson } from '../../records.js';
import type { RequestCode, RequestSummary, RequestView } from '../contract.js';
import { authorizationProblem, shownAuthorization } from './authorization.js';
import { curlCommand } from './curl.js';
import { reasonOf } from './reason.js';
import { sdkCode } from './sdk-code.js';

/** A request and its response. */
export interface Exchange {
  readonly number: number;
  /** In bytes, approximately. 0 until the exchange has ended. */
  readonly size: number;
  respond(response: Response): void;
  /** Adds bytes of the response body. */
  write(chunk: Uint8Array): void;
  /** Ends the exchange, with or without a complete response. `originalNumber` is that of the request that a replay repeats. */
  end(originalNumber?: number): void;
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

export function openExchange(number: number, request: Request, body: Buffer, parts: Fake): Exchange {
  const { fake, outlet, clock, http } = parts;
  const { pathname, search } = new URL(request.url);
  const { method, headers } = request;
  const apiPath = apiPathOf(request.url);
  const path = (apiPath ?? pathname) + search;
  const authorization = headers.get('authorization');
  const key = outlet.keys.withToken(authorization?.replace('Bearer ', '') ?? '');
  // The keys can change before the response arrives.
  const problem = authorizationProblem(authorization, outlet.keys.all());
  const requestHeaders = Object.fromEntries(headers);
  if (authorization !== null) requestHeaders.authorization = shownAuthorization(authorization);
  // A slice of the text would keep the whole body in memory.
  const requestBody = body.subarray(0, maxBody).toString();
  const isRequestCut = body.length > maxBody;
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
      idempotencyKey: headers.get('idempotency-key') ?? undefined,
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
    return typeof id === 'string' && outlet.state.orders.has(id) ? id : undefined;
  }

  function code(newKey = false): RequestCode {
    const shown = { method, url: request.url, path, headers: requestHeaders, body: requestBody };
    return {
      curl: curlCommand(shown, newKey),
      sdk: sdkCode(shown, fake.assumptions.cursorParam, newKey),
    };
  }

  return {
    number,
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
    end(originalNumber) {
      const { fault } = summary();
      const duration = Math.round(performance.now() - began);
      responseBody = Buffer.concat(chunks).toString();
      chunks = [];
      arrived = undefined;
      const reason = status === 401 ? problem : reasonOf({ status, responseBody, fault, duration });
      ending = { duration, fault, reason, orderId: orderIdOf(), originalNumber };
    },
    summary,
    texts: () => [path, requestBody, responseBody, headers.get('idempotency-key') ?? ''],
    view: () => ({
      ...summary(),
      requestHeaders,
      requestBody,
      isRequestCut,
      responseHeaders: Object.fromEntries(responseHeaders),
      responseBody: responseBody || Buffer.concat(chunks).toString(),
      isResponseCut: received > maxBody,
      again: code(),
      withNewKey: code(true),
    }),
  };
}
